import { describe, expect, it } from 'vitest';
import { cutDatabase } from '../../src/rule-helpers/options.ts';
import { byEnvironment, environmentIn, isOneFile, environmentReference } from '../../src/rule-helpers/environments.ts';
import type { FoundString } from '../../src/classify/found-string.ts';
import { isLeftOver, isOwnText } from '../../src/find/own-files.ts';
import { REPORT_MARKS } from '../../src/report/own-reports.ts';
import { ATLAS } from '../../src/classify/service.ts';
import type { FiledClusterUse } from '../../src/rule-helpers/environments.ts';
import { takesPercent } from '../../src/rule-helpers/percent-sign.ts';
import { isWholeString } from '../../src/rule-helpers/whole-string.ts';
import { findStrings } from '../../src/read/find-strings.ts';

const found = (path: string, text: string): FoundString => findStrings({ path, text }, ATLAS)[0]!;
const URI = 'mongodb://u:p@h.mongodb.net';

describe('a database name with a space in it', () => {
  it.each<[path: string, text: string, name: string | null]>([
    ['a.js', `x = '${URI}/my shop'`, 'my shop'],
    ['a.js', `x = '${URI}/my shop?tls=true'`, 'my shop'],
    ['a.js', `x = '${URI}/my shop/'`, 'my shop/'],
    ['a.js', `x = '${URI}/my  shop'`, null],
    ['a.js', `x = '${URI}/my old shop'`, null],
    ['a.js', `x = '${URI}/my shop?tls'`, null],
    ['a.js', `x = '${URI}/ shop'`, null],
    ['a.js', `x = '${URI}/my?a=b shop'`, null],
    ['a.js', `x = 'say ${URI}/my shop'`, null],
    ['a.js', `x = '${URI}/my shop`, null],
    ['a.env', `A=${URI}/my shop\nB=1`, 'my shop'],
    ['a.env', `A=${URI}/my shop # why`, 'my shop'],
    ['a.env', `A=${URI}/my shop\r\n`, 'my shop'],
    ['config/.env.prod', `\tA.b-c = ${URI}/my shop`, 'my shop'],
    ['a.yaml', `a: ${URI}/my shop`, 'my shop'],
    ['a.properties', `a=${URI}/my shop`, 'my shop'],
    ['a.ini', `a=${URI}/my shop`, 'my shop'],
    ['.env.prod', `A=${URI}/my shop`, 'my shop'],
    ['a.yml', `a: ${URI}/my shop`, 'my shop'],
    ['a.yml.txt', `a: ${URI}/my shop`, null],
    ['a.env', `A=${URI}/my shop  # why # so`, 'my shop'],
    ['a.env', `A=see ${URI}/my shop`, null],
    ['a.env', `${'A=1\n'.repeat(40)}B=${URI}/my shop`, 'my shop'],
    ['a.md', `a: ${URI}/my shop`, null],
    ['a.sh', `A=${URI}/my shop`, null],
    ['a.yaml', `see ${URI}/my shop`, null],
    ['a.env', `A=${URI}/\${x} shop`, null],
    ['a.env', `A=h.mongodb.net my shop`, null],
  ])('%s: %s', (path, text, name) => {
    const at = cutDatabase(found(path, text), { path, text });
    expect(at && text.slice(at.offset, at.endOffset)).toBe(name);
  });
});

describe('environments', () => {
  it.each([
    ['deploy/prod/a.env', 'production'],
    ['.env.PRODUCTION', 'production'],
    ['config/dev-local_qa.yml', 'development+staging'],
    ['a/uat/stg.env', 'staging'],
    ['ci/preview/demo/sandbox/default/live.env', 'default+demo+preview+production+sandbox+test'],
    ['develop/develop.env', 'development'],
    ['products/constructor.env', ''],
    ['src/index.ts', ''],
  ])('are named by %s: %s', (path, expected) => {
    expect(environmentIn(path)).toBe(expected);
  });

  const reach = (
    path: string,
    environment: string | null = null,
    network: string | null = null,
    key = 'k',
  ): FiledClusterUse =>
    ({ file: { path, context: { environment, network } }, use: { key } }) as unknown as FiledClusterUse;
  const groups = (...reaches: FiledClusterUse[]): string[] =>
    byEnvironment(reaches).map((group) => group.map(({ file }) => file.path).join(' '));

  it.each<[name: string, reaches: FiledClusterUse[], groups: string[]]>([
    ['one folder', [reach('a/x.env'), reach('a/y.env')], ['a/x.env a/y.env']],
    ['a folder and one below it', [reach('a/x.env'), reach('a/b/c/y.env')], ['a/x.env a/b/c/y.env']],
    ['folders side by side', [reach('a/x.env'), reach('b/y.env'), reach('a/b/z')], ['a/x.env a/b/z', 'b/y.env']],
    ['folders with one beginning', [reach('a/x.env'), reach('ab/y.env')], ['a/x.env', 'ab/y.env']],
    ['below a folder without a string', [reach('a/b/x.env'), reach('a/c/y.env')], ['a/b/x.env', 'a/c/y.env']],
    ['the root', [reach('x.env'), reach('a/y.env'), reach('z.env')], ['x.env z.env', 'a/y.env']],
    [
      'what paths name',
      [reach('a/dev.env'), reach('a/prod.env'), reach('a/live/x')],
      ['a/dev.env', 'a/prod.env a/live/x'],
    ],
    ['what the config names', [reach('a/dev.env', 'x'), reach('b/y', 'x'), reach('a/z')], ['a/dev.env b/y', 'a/z']],
    ['environments of the config', [reach('a/x', 'one'), reach('a/y', 'two')], ['a/x', 'a/y']],
    ['networks', [reach('a/x', null, 'peered'), reach('a/y'), reach('a/z', null, 'peered')], ['a/x a/z', 'a/y']],
    ['clusters', [reach('a/x', null, null, 'one'), reach('a/y', null, null, 'two')], ['a/x', 'a/y']],
  ])('are apart by %s', (_, reaches, expected) => {
    expect(groups(...reaches)).toEqual(expected);
  });

  it('may all be in one file, unless the config names it', () => {
    expect(isOneFile([reach('a'), reach('a')])).toBe(true);
    expect(isOneFile([reach('a'), reach('b')])).toBe(false);
    expect(isOneFile([reach('a', 'prod'), reach('a', 'prod')])).toBe(false);
    expect(isOneFile([])).toBe(false);
  });

  it.each<[path: string, quote: string | null, text: string | null]>([
    ['.env', null, '${DB_PASSWORD}'],
    ['a/.env.local', '"', '${DB_PASSWORD}'],
    ['.env', "'", null],
    ['env.prod', null, '${DB_PASSWORD}'],
    ['prod.env', null, '${DB_PASSWORD}'],
    ['myenv', null, null],
    ['a.yml', "'", '${DB_PASSWORD}'],
    ['a.properties', null, '${DB_PASSWORD}'],
    ['a.sh', '"', '${DB_PASSWORD}'],
    ['a.sh', "'", null],
    ['a/Dockerfile.prod', null, '${DB_PASSWORD}'],
    ['Containerfile', '"', '${DB_PASSWORD}'],
    ['a.ts', '`', '${process.env.DB_PASSWORD}'],
    ['a.mjs', '"', null],
    ['a.tf', '"', '${var.db_password}'],
    ['a.tf', null, null],
    ['a.py', '"', null],
  ])('a variable of one is named in %s between %s as %s', (path, quote, text) => {
    expect(environmentReference(path, quote)).toBe(text);
  });
});

describe('files that the tool wrote', () => {
  it.each<[text: string, own: boolean]>([
    ['# connlint baseline v1\n', true],
    ['x# connlint baseline v1\n', false],
    [`{"connlint-blob":1,"shard":{},"end":"${'a'.repeat(64)}"}`, true],
    ['{\n  "version": 1,\n  "tool": { "name": "connlint" } }', true],
    ['{\n  "version": 1,\n  "tool": { "name": "other" } }', false],
    ['{"id":"connlint/v1:abc"', true],
    ['{"id":"other/v1:abc"', false],
    ['::error file=a.env,line=1,title=connlint uri-refused::x', true],
    ['::error file=a.env,line=1,title=other::x', false],
    ['::warning file=a,title=connlint x', true],
    [
      '[\n  {\n    "description": "x",\n    "fingerprint": "connlint/v1:a", "check_name": "", "severity": "", "location": {} }]',
      true,
    ],
    ['[\n  {\n    "description": "x",\n    "fingerprint": "a"', false],
    ['{"message":"x","source":{"name":"connlint"}', true],
    ['{"message":"x","source":{"name":"x"}', false],
    ['{\n "rules": [{ "engineId": "connlint" }] }', true],
    ['<?xml version="1.0"?>\n<testsuites name="connlint"></testsuites>', true],
    ['<?xml version="1.0"?>\n<checkstyle version="1"><error source="connlint.uri-refused"/></checkstyle>', true],
    ['<?xml version="1.0"?>\n<checkstyle version="1"><error source="other"', false],
    ['## connlint: 3 errors', true],
    ['## connlint is', false],
    ['<!doctype html>\n<meta name="generator" content="connlint"></html>', true],
    [`<!doctype html>\n${' '.repeat(12_000)}<meta name="generator" content="connlint">`, false],
    ['cluster,kind,environment,file,line,column,key,context,form,family,provider,region,token,hosts,string', true],
    ['[\n{ "file": "a", "endColumn":1,"endOffset":1,"kind":1,"family":1,"token":1}]', true],
    ['{"file": "a", "endColumn":1,"endOffset":1,"kind":1,"family":1', false],
    ['{"$schema": "https://x/sarif.json","runs":[{"tool":{\n"driver": {\n          "name": "connlint"}}}]}', true],
    ['{"$schema": "https://x/sarif.json","driver": {"name": "other"', false],
    ['connlint', false],
    ['', false],
  ])('%j: %s', (text, own) => {
    expect(isOwnText('report', text, REPORT_MARKS)).toBe(own);
  });

  it.each([
    ['a.env.connlint.tmp', true],
    ['a.env.tmp', false],
    ['.connlint.tmp.env', false],
  ])('%s is left over: %s', (path, expected) => {
    expect(isLeftOver(path)).toBe(expected);
  });
});

describe('a text is a whole string', () => {
  it.each<[path: string, text: string, whole: boolean]>([
    ['a.env', `U=${URI}/x`, true],
    ['a.md', `\`mongodb://[user:pw@]h.mongodb.net/x\``, false],
    ['a.md', `\`mongodb://u:p@h.mongodb.net[:port]/x\``, false],
    ['a.md', `\`mongodb://u:p@h.mongodb.net[,h2]/x\``, false],
    ['a.md', `\`mongodb://u:p@h.mongodb.net[/db][?x]\``, false],
    ['a.md', `\`mongodb://u:p@h.mongodb.net[...]\``, false],
    ['a.env', 'U=mongodb://u:p@[::1]:27017,h.mongodb.net/x', true],
    ['a.json', String.raw`{"u":"mongodb:\/\/u:p@h.mongodb.net\/x"}`, true],
    ['a.js', String.raw`r = /mongodb:\/\/u:p@h.mongodb.net\/x/`, false],
    ['a.env', 'U=mongodb://u:p@...h.mongodb.net/x', false],
    ['a.js', "u = 'mongodb://...:...@h.mongodb.net/x'", true],
    ['a.env', 'U=mongodb://u:p@h.mongodb.net/x<', false],
    ['a.xml', '<uri>mongodb://u:p@h.mongodb.net/x</uri>', true],
    ['a.sql', 'SELECT $$mongodb://u:p@h.mongodb.net/x$$;', true],
    ['a.sql', 'SELECT $u$mongodb://u:p@h.mongodb.net/x$u$;', true],
    ['a.env', 'H=h.mongodb.net', false],
    ['a.js', "u = 'mongodb://h.mongodb.net,u:p@'", false],
    ['a.js', "u = 'mongodb://h.mongodb.net:'", false],
  ])('%s: %s', (path, text, whole) => {
    const string = found(path, text);
    expect(isWholeString(string, { path, text })).toBe(whole);
  });

  it.each<[path: string, text: string, takes: boolean]>([
    ['a.env', `U=${URI}/x`, true],
    ['a.bat', `set U=${URI}/x`, false],
    ['a.CMD', `set U=${URI}/x`, false],
    ['a.bats', `U=${URI}/x`, true],
    ['a.py', 'u = "mongodb://%s:p@h.mongodb.net/x"', false],
    ['a.py', 'u = f"mongodb://{user}:p@h.mongodb.net/x"', true],
    ['a.env', `U=${encodeURIComponent(URI)}%2Fx`, false],
    ['etc/cron.d/backup', `0 3 * * * root mongodump --uri="${URI}/x"\n`, false],
    ['crontab', `0 3 * * * mongodump --uri=${URI}/x\n`, false],
    ['conf.d/worker.conf', `[program:worker]\nenvironment=URI="${URI}/x"\n`, false],
    ['override.conf', `[Service]\nEnvironment=URI=${URI}/x\n`, false],
    ['mongod.conf', `[mongo]\nuri = ${URI}/x\n`, true],
    ['a.py', `t = """uri=${URI}/x\nname=%s""" % name\n`, false],
    ['a.py', `t = "${URI}/x %d" % port\n`, false],
    ['a.py', `log.info("cannot reach ${URI}/x: %s", error)\n`, false],
    ['a.py', `p.add_argument("--uri", help="such as ${URI}/x")\n`, false],
    ['a.py', `client = MongoClient("${URI}/x", connect=False)  # 5 % of all\n`, true],
    ['a.go', `log.Fatalf("cannot reach ${URI}/x: %v", err)\n`, false],
    ['a.go', `fmt.Fprintf(w, "${URI}/x")\n`, false],
    ['a.go', 'fmt.Printf(`uri: ' + `${URI}/x` + '\nname: %q`, name)\n', false],
    ['a.go', `options.Client().ApplyURI("${URI}/x")\n`, true],
    ['a.sh', `printf 'URI=${URI}/x\\nNAME=%s\\n' "$N"\n`, false],
    ['a.sh', `printf "${URI}/x\\n"\n`, false],
    ['a.sh', `mongosh "${URI}/x"\n`, true],
    ['a.php', `<?php $t = sprintf("uri=${URI}/x\nname=%s", $n);`, false],
    ['a.rb', `t = format("${URI}/x/%<db>s", db: 'a')\n`, false],
    ['a.rb', `t = <<~T % { name: n }\n  uri: ${URI}/x\n  name: %{name}\nT\n`, false],
    ['A.java', `String.format("${URI}/x", a);`, false],
    ['A.java', `Map.of("uri", "${URI}/x");`, true],
    ['a.js', `if ("${URI}/x" === url) self("${URI}/y");`, true],
  ])('in which a percent sign means itself, %s: %s', (path, text, takes) => {
    expect(takesPercent(found(path, text), { path, text })).toBe(takes);
  });
});
