import { describe, expect, it } from 'vitest';
import { linted } from '../support/lint-text.ts';

const STRING = (n: number): string => `mongodb+srv://app:s3cr%40t${n}@c${n}.ab123.mongodb.net/db?retryWrites=true`;
const FORMS: Readonly<Record<string, (n: number) => string>> = {
  'a.js': (n) => `const uri${n} = "${STRING(n)}" + path; // "x`,
  'a.py': (n) => `URI${n} = f"mongodb://{user}:%s@c${n}-shard-00-00.ab123.mongodb.net:27017/" % pw`,
  'a.sh': (n) => `mongosh "mongodb+srv://$USER:%p${n}@c${n}.ab123.mongodb.net"`,
  'a.yaml': (n) => `- name: x${n}\n  value: "${STRING(n)}"`,
  'a.json': (n) => `{"a${n}": {"uri": "${STRING(n)}", "host": "c${n}-pl-0.ab123.mongodb.net"}},`,
  'a.tf': (n) => `uri${n} = "\${replace(mongodbatlas_cluster.c${n}.connection_strings[0].standard_srv, "a", "b")}/x"`,
  'a.md': (n) => `Use \`${STRING(n)}\` or c${n}>.ab123.mongodb.net.`,
  'a.php': (n) =>
    `$hosts${n} = ["c${n}-shard-00-00.ab123.mongodb.net:27017"]; $u = "mongodb://" . implode(",", $hosts${n});`,
  'reads.py': (n) => `KEY${n} = "MONGO_URI_${n}"; a = os.getenv(name); b${n} = MongoClient(os.getenv(KEY${n}))`,
  'calls.js': (n) => `fetch("https://cloud.mongodb.com/api/atlas/v2/groups/${n}/clusters", { headers });`,
};

/** Number of code units of the text that a run passes to searches and patterns. */
function unitsSearched(path: string, text: string): number {
  let units = 0;
  const isText = (value: string): boolean => value.length === text.length;
  const { exec } = RegExp.prototype;
  const { indexOf, lastIndexOf, includes } = String.prototype;
  RegExp.prototype.exec = function (this: RegExp, input: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, input);
    if (isText(input)) units += (match ? match.index + match[0].length : this.sticky ? from : input.length) - from;
    return match;
  };
  String.prototype.indexOf = function (this: string, wanted: string, from = 0): number {
    const at = indexOf.call(this, wanted, from);
    if (isText(this)) units += (at < 0 ? text.length : at) - from;
    return at;
  };
  String.prototype.lastIndexOf = function (this: string, wanted: string, from = Infinity): number {
    const at = lastIndexOf.call(this, wanted, from);
    if (isText(this)) units += Math.min(from, text.length) - Math.max(0, at);
    return at;
  };
  String.prototype.includes = function (this: string, wanted: string, from = 0): boolean {
    if (isText(this)) units += Math.abs(indexOf.call(this, wanted, from) - from);
    return includes.call(this, wanted, from);
  };
  try {
    linted(path, text);
  } finally {
    RegExp.prototype.exec = exec;
    Object.assign(String.prototype, { indexOf, lastIndexOf, includes });
  }
  return units;
}

/** A look at the whole text for each string would make four times as much of twice the text. */
describe('a file with many strings', () => {
  it.each(Object.entries(FORMS))('%s is not searched as a whole for each string', (path, form) => {
    const text = (count: number): string => Array.from({ length: count }, (_, n) => form(n)).join('\n');
    linted(path, text(3));
    const [few, many] = [unitsSearched(path, text(300)), unitsSearched(path, text(600))];
    expect(many / few).toBeLessThan(2.6);
  });
});
