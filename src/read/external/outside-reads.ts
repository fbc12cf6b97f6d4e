import type { ReadSource, FoundString } from '../../classify/found-string.ts';
import type { Range, Source } from '../../text/source.ts';

/** An expression that reads a value from outside of the tree. */
export interface OutsideRead extends Range {
  readonly name: string;
  readonly source: ReadSource;
}

export interface ReadText extends Source {
  readonly strings: readonly FoundString[];
  /** Name of the language. */
  readonly language: string;
}

/**
 * What a read is called by, and how its name is written. Behind the words comes a name in quotes, after a bracket or the
 * text `(Name=` (`quoted`, `argument`), or without quotes: a path, a word, or a word with hyphens.
 */
type Shape = 'quoted' | 'argument' | 'path' | 'word' | 'hyphened';

const SHAPES: Readonly<Record<Shape, string>> = {
  quoted: String.raw`[([]?[ \t]*["'\x60]([\w./:@-]{1,200})["'\x60]`,
  argument: String.raw`(?:[([][^()"'\x60]{0,60})?[ \t]*["'\x60](?:secret=)?([\w./:@-]{1,200})["'\x60]`,
  path: String.raw`\\?["']?([\w./:@-]{1,200})`,
  word: String.raw`["']?(\w{1,100})`,
  hyphened: String.raw`\\?["']?([\w-]{1,130})`,
};

type Row = readonly [source: ReadSource, shape: Shape, words: readonly string[]];

/** Reads of variables in programs (language references and the packages' documentation, 2026-08). */
const CODE: readonly Row[] = [
  [
    'env',
    'word',
    [
      String.raw`\b(?:process\.env|import\.meta\.env|Bun\.env)[?!]?\.`,
      String.raw`(?<![\w.]|\{\{[ \t]{0,3})env\.(?=[A-Z][A-Z\d_]+\b(?![ \t]*\())`,
      String.raw`(?<![$\w])(?:env(?:config)?:(?=")|mapstructure:(?="[A-Z]))`,
      String.raw`\$ENV\{|\$env:|\bFigaro\.env\.`,
      String.raw`\bApplication\.(?:get|fetch|compile)_env!?\(:\w{1,60},[ \t]*:`,
      String.raw`\b(?:docker|podman)[ \t]+(?:run|create|exec)\b[^\n]{0,200}?[ \t](?:-e|--env)[= ](?=["']?[A-Z]\w*(?![\w=]))`,
      String.raw`\bfile_env[ \t]+|\b(?:connectionString|uri|url)FromEnv["']?:[ \t]*`,
    ],
  ],
  ['env', 'path', [String.raw`@Value\([ \t]*["']\\?\$\{`]],
  ['env', 'hyphened', [String.raw`(?<![\w.-])env[ \t]{1,9}:`]],
  [
    'env',
    'quoted',
    [
      String.raw`\b(?:process\.env|import\.meta\.env|Bun\.env)[?!]?\.?(?=\[)|\bDeno\.env\.get`,
      String.raw`\b[cC]onfig(?:Service|uration)?\.(?:get|getOrThrow)(?:<[\w ]{1,30}>)?`,
      String.raw`\b\w{1,40}\.(?:get|getOrThrow)<[\w ]{1,30}>`,
      String.raw`\b(?:os\.)?(?:environ(?:\.get|(?=\[))|getenv|Getenv|LookupEnv)`,
      String.raw`\b(?:pydantic\.)?Field\([^()\n]{0,80}\b(?:env|alias|validation_alias)[ \t]*=`,
      String.raw`(?<!\.)\b(?:env|config)(?:\.(?:str|url|db_url|get))?(?=\()`,
      String.raw`\b(?:config|conf|cfg|settings|environment)(?:\.\w{1,40})?\.(?:getString|property|getValue|get_string)`,
      String.raw`\bviper\.GetString|\b_?[cC]onfig(?:uration)?(?=\[)|\b(?:[cC]onfig|conf|cfg)\.[rR]equire`,
      String.raw`\bSystem\.(?:getenv|getProperty|getenv\(\)(?:\.get)?|get_env|fetch_env!?)|\bsys\.env(?:\.get|\.getOrElse)?`,
      String.raw`\b(?:env|environment|dotenv|prop(?:ertie)?s)\.(?:getProperty|getRequiredProperty|get)`,
      String.raw`\bgetConfig\(\)\.get(?:Optional)?Value|@(?:ConfigProperty|Property)\([ \t]*name[ \t]*=`,
      String.raw`\bEnvironment\.(?:GetEnvironmentVariable|get)|\bConfigurationManager\.(?:AppSettings|ConnectionStrings)`,
      String.raw`\b[\w.]{0,60}\.(?:GetConnectionString|GetValue<string>|GetRequiredSection|GetSection)`,
      String.raw`\bENV(?:\.fetch|(?=\[))|\$_(?:ENV|SERVER)(?=\[)|\b(?:env|dotenvy?)::var(?:_os)?|\b(?:option_)?env!`,
      String.raw`#\[(?:arg|clap)\([^()\n]{0,120}\benv[ \t]*=|\b(?:getEnv|lookupEnv|String\.fromEnvironment)`,
      String.raw`\b(?:Platform\.environment|dotenv\.env|ProcessInfo\.processInfo\.environment)`,
      String.raw`\b(?:Sys\.getenv|System/getenv|readEnvironmentVariable)`,
      String.raw`\blookup\([ \t]*["'](?:ansible\.builtin\.)?env["'],`,
    ],
  ],
  // Secret stores
  ['secret', 'word', [String.raw`\bRails\.application\.(?:credentials|secrets)(?:\.dig\(|[!.])?[:[]{0,2}`]],
  [
    'secret',
    'argument',
    [
      String.raw`\bst\.secrets(?=\[)|\bdbutils\.secrets\.get\((?:[^()\n]{0,80}[,=])?`,
      String.raw`\bsecrets?_?manager[\w.]{0,60}(?=\()|\b(?:get_secret_value|getSecretValue|GetSecretValueCommand)`,
      String.raw`\b(?:[sS]ecret(?:Id|Name)|secret_name|secret_id)\b["']?\)?[ \t]*[:=][^"'\x60\n]{0,40}`,
      String.raw`\baz\.getSecret\((?:[ \t]*'[^'\n]{0,100}',){3}|\bnew sst\.Secret|\bsecret(?:ValueFromJson|_value_from_json)`,
      String.raw`\b(?:fromSecret(?:NameV2|CompleteArn|PartialArn)|from_secret_(?:name_v2|complete_arn|partial_arn))\([\w, ]{0,20}(?:["'][\w-]{1,60}["'],)?`,
      String.raw`\b(?:[cC]onfig|conf|cfg)\.(?:[rR]equireSecret|[gG]etSecret|require_secret|get_secret)`,
      String.raw`\.(?:get_?[sS]ecret|GetSecret(?:Async)?|access_?[sS]ecret_?[vV]ersion)(?=\()`,
      String.raw`\bcredentials(?:(?=\()|Id:)|\bbinding[ \t]*=(?=[ \t]*"[A-Z][A-Z\d_]+")`,
      String.raw`\blookup\([ \t]*["'](?:[\w.]{0,40}\.)?(?:aws_secret|\w{0,20}secretsmanager\w{0,20}|azure_keyvault_secret|onepassword|bitwarden|keyring|passwordstore)["'],`,
    ],
  ],
  [
    'secret',
    'path',
    [
      String.raw`(?<=["'\x60])(?=/(?:var/)?(?:run/secrets|mnt/secrets-store|vault/secrets|etc/secrets)/)`,
      String.raw`\b[eE]cs\.Secret\.from(?:SecretsManager|_secrets_manager|SsmParameter|_ssm_parameter)\([ \t]*(?=\w+[,)])`,
      String.raw`\bst\.secrets\.|--(?:set|update)-secrets[= \t](?=["']?[\w./-]+=)|\bsecretsFilter:[ \t]*`,
      String.raw`\bsecretsmanager get-secret-value\b[^\n]{0,120}--secret-id[= ]`,
      String.raw`\bgcloud secrets versions access\b[^\n]{0,120}--secret[= ]`,
      String.raw`\bkeyvault secret show\b[^\n]{0,120}--name[= ]|\bGet-AzKeyVaultSecret\b[^\n]{0,120}-Name[ \t]+`,
      String.raw`\bop read[ \t]+["']?op://|\b(?:doppler|infisical) secrets get[ \t]+|\bheroku config:get[ \t]+`,
      String.raw`\bkubectl\b[^|\n]{0,60}[ \t]get secrets?[ /]`,
    ],
  ],
  [
    'vault',
    'argument',
    [
      String.raw`\bread_secret(?:_version)?(?=\()|\bvault\.(?:read|logical\(\)\.read)|\blookup\([ \t]*["'][\w.]{0,40}hashi_vault["'],`,
    ],
  ],
  ['vault', 'path', [String.raw`\bvault (?:kv get|read)\b[^\n|]{0,80}[ \t](?=(?:secret|kv)\b)`]],
  [
    'parameter',
    'argument',
    [
      String.raw`\b(?:get_parameters?|getParameters?|GetParameters?(?:Command|Async)?)(?=\()`,
      String.raw`\b(?:valueFor(?:Secure)?StringParameter|valueFromLookup|fromStringParameterName)\(\w{1,20},[ \t]*(?:["'][\w-]{1,60}["'],)?`,
      String.raw`\blookup\([ \t]*["'](?:[\w.]{0,40}\.)?(?:aws_ssm|ssm_parameter)["'],`,
    ],
  ],
  ['parameter', 'path', [String.raw`\bssm get-parameter\b[^\n]{0,120}--name[= ]`]],
];

/** Expressions in settings and templates, from the documentation of the tools (2026-08): the specific ones first. */
const SETTINGS: readonly Row[] = [
  [
    'parameter',
    'path',
    [
      String.raw`\barn:aws[\w-]{0,10}:ssm:[\w-]{0,20}:\d{0,12}:parameter/`,
      String.raw`\{\{-?[ \t]*(?:with[ \t]+nomadVar|key|keyOrDefault)[ \t]+(?=\\?")`,
    ],
  ],
  ['parameter', 'hyphened', [String.raw`\bdata\.aws_ssm_parameter\.`]],
  [
    'secret',
    'hyphened',
    [
      String.raw`@Microsoft\.KeyVault\([^()\n]{0,160}?(?:SecretName=|/secrets/)|\bprojects/[^/\s"']{1,60}/secrets/`,
      String.raw`\$\{\{[ \t]*secrets\.|\bfrom_secret:[ \t]{0,9}|(?<=")@(?=[a-z][\w-]+")`,
      String.raw`\b(?:data|ephemeral)\.(?:aws_secretsmanager_secret_version|azurerm_key_vault_secret|google_secret_manager_secret_version)\.`,
    ],
  ],
  [
    'secret',
    'path',
    [
      String.raw`\$\{(?:secretsmanager:|sm@?://|(?:file|secrets?|directory|vault|azurekv):)|\bobjectName:[ \t]{0,4}`,
      String.raw`\{\{-?[ \t]{0,4}\(?[ \t]{0,4}lookup[ \t]{1,4}"v1"[ \t]{1,4}"Secret"[ \t]{1,4}[\w.$"]{1,60}[ \t]{1,4}(?=")`,
      String.raw`\barn:aws[\w-]{0,10}:secretsmanager:[\w-]{0,20}:\d{0,12}:secret:|\$\([ \t]*(?:cat[ \t]{1,4}|<[ \t]*)(?=["']?/)`,
    ],
  ],
  [
    'vault',
    'path',
    [String.raw`\bvault:(?:[ \t]{1,4}|(?=(?:secret|kv)\b))|\{\{-?[ \t]*with[ \t]+secret[ \t]+(?=\\?")`],
  ],
  ['vault', 'hyphened', [String.raw`\b(?:data|ephemeral)\.vault_\w{1,40}\.`]],
  [
    'env',
    'word',
    [
      String.raw`\{\{-?[ \t]*env[ \t]+\\?(?=")|\$\{\{[ \t]*(?:vars|env|variables)\.|\$\{env:`,
      String.raw`\$\{\{[ \t]*(?!matrix\.)[\w-]{1,60}(?:\.[\w-]{1,60}){0,3}\.(?=\w+[ \t]*\}\})`,
      String.raw`\b(?:data\.terraform_remote_state|dependency|module)\.[\w-]{1,60}(?:\[[^\]\n]{1,60}\])?\.(?:outputs\.)?`,
      String.raw`\[(?:parameters|variables)\((?='\w+'\))|%env\((?:\w{1,20}:){0,3}(?=\w+\)%)`,
    ],
  ],
  ['env', 'hyphened', [String.raw`\b(?:var|local)\.|<<[ \t]*(?:parameters|pipeline\.parameters)\.(?=[\w-]+[ \t]*>>)`]],
  ['env', 'quoted', [String.raw`\bget_env`]],
  [
    'env',
    'path',
    [
      String.raw`\{\{-?[ \t]*(?:(?:tpl|required|default|include|coalesce)[ \t]+(?:"[^"\n]{0,100}"[ \t]+)?)?\(?\$?\.Values\.`,
      String.raw`!(?:Ref|ImportValue|GetAtt)[ \t]+|\{?[ \t]{0,9}"?\b(?:Ref|Fn::(?:ImportValue|GetAtt|FindInMap))"?:[ \t]{0,9}\[?[ \t]{0,9}`,
      String.raw`#\{(?=[\w.-]+\})|\$\{file\([^()\n]{1,120}\):`,
    ],
  ],
];

type Table = readonly (readonly [source: ReadSource, pattern: RegExp])[];
const compiled = (rows: readonly Row[]): Table =>
  rows.map(([source, shape, words]) => [source, new RegExp(`(?:${words.join('|')})${SHAPES[shape]}`, 'g')]);
const CODE_READS = compiled(CODE);
const SETTING_READS: Table = [
  ...CODE_READS,
  ...compiled(SETTINGS),
  ['parameter', /(?:\{\{resolve:ssm(?:-secure)?|\$\{ssm(?:\([^()\n]{0,40}\))?):([\w./-]{1,200})/g],
  ['secret', /\{\{resolve:secretsmanager:([\w./:@${}-]{1,200}?)(?=\}\})/g],
  ['secret', /\bop:\/\/([\w./@ -]{1,200})/g],
  ['env', /\{\{-?[ \t]*(?:\.(?:Data\.(?:data\.)?)?)?([A-Za-z_]\w{0,100})[ \t]*(?:\||-?\}\})/g],
  ['env', /\$\{\??([A-Za-z_][\w.-]{0,100})(?=[}:?-])/g],
  ['env', /\$\((?:params\.)?([A-Za-z_][\w-]{0,100})\)/g],
  ['env', /%([A-Za-z_]\w{0,100})%/g],
  ['env', /\$([A-Za-z_]\w{0,100})\b/g],
];

/** Maximum length of an expression, in code units. */
const MAX_LENGTH = 600;

/**
 * The first read between two offsets. Of two with the same start, the more specific one.
 * @param inSettings true if `${NAME}` is an expression
 */
export function outsideRead(text: string, from: number, to: number, inSettings: boolean): OutsideRead | null {
  const part = text.slice(from, Math.min(to, from + MAX_LENGTH));
  let best: OutsideRead | null = null;
  for (const [source, pattern] of inSettings ? SETTING_READS : CODE_READS) {
    pattern.lastIndex = 0;
    let match = pattern.exec(part);
    while (match && isCondition(part, match)) match = pattern.exec(part);
    if (!match) continue;
    const name = match.slice(1).find(Boolean) ?? '';
    const offset = from + match.index;
    if (best && best.offset <= offset) continue;
    best = { name, source, offset, endOffset: closed(text, offset, offset + match[0].length) };
  }
  return best;
}

/** True for a read that only decides about the value: `X === 'test' ? … : …`, `case System.get_env("X") do`. */
function isCondition(part: string, { index, 0: read }: RegExpExecArray): boolean {
  const end = closed(part, index, index + read.length);
  return (
    /\b(?:case|switch|match|if|unless|when|elif|while)[ \t(]{1,4}$/.test(part.slice(Math.max(0, index - 20), index)) ||
    /^[ \t]{0,4}(?:[=!]==?|=~|<>|(?:not[ \t])?in[ \t]|\.(?:equals|eq|includes|contains|starts_?[wW]ith)\(|[ \t]\?[ \t])/.test(
      part.slice(end, end + 20),
    )
  );
}

/** Including quotes and brackets that the match opens and that are closed right after it. */
function closed(text: string, from: number, to: number): number {
  const open: string[] = [];
  for (const char of text.slice(from, to)) {
    const closer = CLOSER[char];
    if (closer !== undefined) open.push(closer);
    else if (char === open.at(-1)) open.pop();
  }
  let at = to;
  while (open.length > 0) {
    let next = at;
    while (/["'\\ ]/.test(text.charAt(next)) && next - at < 3) next++;
    if (text[next] !== open.pop()) break;
    at = next + 1;
  }
  return at;
}

const CLOSER: Readonly<Partial<Record<string, string>>> = { '(': ')', '[': ']', '{': '}' };
