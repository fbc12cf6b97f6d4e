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

/** A quoted name as the argument of a call. */
const QUOTED = String.raw`\(?[ \t]*["'\x60]([\w./:@-]{1,200})["'\x60]`;
const KEYED = String.raw`(?:["'\x60]([\w./:@-]{1,200})["'\x60])`;
/** The text between the name of a call and the argument that names the secret. */
const ARGUMENTS = String.raw`\([^()"'\x60]{0,60}`;

/** Reads of variables in programs (language references and the packages' documentation, 2026-08). */
const CODE: readonly (readonly [source: ReadSource, pattern: string])[] = [
  // JavaScript
  ['env', String.raw`\b(?:process\.env|import\.meta\.env|Bun\.env)[?!]?\.(\w{1,100})`],
  ['env', String.raw`\b(?:process\.env|import\.meta\.env|Bun\.env)[?!]?\.?\[[ \t]*${KEYED}`],
  ['env', String.raw`\bDeno\.env\.get${QUOTED}`],
  ['env', String.raw`\b[cC]onfig(?:Service|uration)?\.(?:get|getOrThrow)(?:<[\w ]{1,30}>)?${QUOTED}`],
  ['env', String.raw`\b\w{1,40}\.(?:get|getOrThrow)<[\w ]{1,30}>${QUOTED}`],
  ['env', String.raw`(?<![\w.]|\{\{[ \t]{0,3})env\.([A-Z][A-Z\d_]{1,99})\b(?![ \t]*\()`],
  // Python
  ['env', String.raw`\b(?:os\.)?environ(?:\.get${QUOTED}|\[[ \t]*${KEYED})`],
  ['env', String.raw`\b(?:os\.)?getenv${QUOTED}`],
  ['env', String.raw`\b(?:pydantic\.)?Field\([^()\n]{0,80}\b(?:env|alias|validation_alias)[ \t]*=[ \t]*${KEYED}`],
  ['env', String.raw`(?<!\.)\b(?:env|config)(?:\.(?:str|url|db_url|get))?\([ \t]*${KEYED}`],
  [
    'env',
    String.raw`\b(?:config|conf|cfg|settings|environment)(?:\.\w{1,40})?\.(?:getString|property|getValue|get_string)${QUOTED}`,
  ],
  ['secret', String.raw`\bst\.secrets(?:\[[ \t]*${KEYED}|\.([\w.]{1,100}))`],
  ['secret', String.raw`\bdbutils\.secrets\.get\((?:[^()\n]{0,80}[,=])?[ \t]*["']([\w.-]{1,100})["'][ \t]*\)`],
  // Go
  ['env', String.raw`\bos\.(?:Getenv|LookupEnv)${QUOTED}`],
  ['env', String.raw`\bviper\.GetString${QUOTED}`],
  ['env', String.raw`(?<![$\w])env(?:config)?:"(\w{1,100})`],
  ['env', String.raw`(?<![$\w])mapstructure:"([A-Z][A-Z\d_]{1,99})"`],
  // JVM
  ['env', String.raw`\bSystem\.(?:getenv|getProperty)${QUOTED}`],
  ['env', String.raw`\bSystem\.getenv\(\)(?:\.get${QUOTED}|\[[ \t]*${KEYED})`],
  ['env', String.raw`\bsys\.env(?:\.get|\.getOrElse)?${QUOTED}`],
  ['env', String.raw`\b(?:env|environment|dotenv|prop(?:ertie)?s)\.(?:getProperty|getRequiredProperty|get)${QUOTED}`],
  ['env', String.raw`\bgetConfig\(\)\.get(?:Optional)?Value${QUOTED}`],
  ['env', String.raw`@Value\([ \t]*["']\\?\$\{([\w.-]{1,200})`],
  ['env', String.raw`@(?:ConfigProperty|Property)\([ \t]*name[ \t]*=[ \t]*${KEYED}`],
  ['env', String.raw`(?<![\w.-])env[ \t]{1,9}:([\w-]{1,100})`],
  // .NET
  ['env', String.raw`\bEnvironment\.GetEnvironmentVariable${QUOTED}`],
  ['env', String.raw`\b_?[cC]onfig(?:uration)?\[[ \t]*${KEYED}`],
  ['env', String.raw`\bConfigurationManager\.(?:AppSettings|ConnectionStrings)\[[ \t]*${KEYED}`],
  ['env', String.raw`\b[\w.]{0,60}\.(?:GetConnectionString|GetValue<string>|GetRequiredSection|GetSection)${QUOTED}`],
  // Ruby, PHP, Perl
  ['env', String.raw`\bENV(?:\.fetch${QUOTED}|\[[ \t]*${KEYED})`],
  ['env', String.raw`\$_(?:ENV|SERVER)\[[ \t]*${KEYED}`],
  ['env', String.raw`\$ENV\{["']?(\w{1,100})`],
  ['env', String.raw`\bFigaro\.env\.(\w{1,100})`],
  ['secret', String.raw`\bRails\.application\.(?:credentials|secrets)(?:\.dig\(|[!.])?[:[]{0,2}(\w{1,100})`],
  // Rust, Elixir, Dart, Swift, PowerShell
  ['env', String.raw`\b(?:env|dotenvy?)::var(?:_os)?${QUOTED}`],
  ['env', String.raw`\b(?:option_)?env!${QUOTED}`],
  ['env', String.raw`#\[(?:arg|clap)\([^()\n]{0,120}\benv[ \t]*=[ \t]*${KEYED}`],
  ['env', String.raw`\bSystem\.(?:get_env|fetch_env!?)${QUOTED}`],
  ['env', String.raw`\bApplication\.(?:get|fetch|compile)_env!?\(:\w{1,60},[ \t]*:(\w{1,100})`],
  ['env', String.raw`\b(?:Platform\.environment|dotenv\.env)\[[ \t]*${KEYED}`],
  ['env', String.raw`\b(?:getEnv|lookupEnv|Environment\.get)${QUOTED}`],
  ['env', String.raw`\b(?:String\.fromEnvironment|ProcessInfo\.processInfo\.environment\[)${QUOTED}`],
  ['env', String.raw`\$env:(\w{1,100})`],
  // R, Clojure, Bicep
  ['env', String.raw`\b(?:Sys\.getenv|System/getenv|readEnvironmentVariable)${QUOTED}`],
  // Secret stores
  ['secret', String.raw`\bsecrets?_?manager[\w.]{0,60}${ARGUMENTS}${KEYED}`],
  ['secret', String.raw`\b(?:get_secret_value|getSecretValue|GetSecretValueCommand)\([^()"'\x60]{0,60}${KEYED}`],
  [
    'secret',
    String.raw`\b(?:SecretId|SecretName|secretId|secretName|secret_name|secret_id)\b["']?\)?[ \t]*(?::|=)[^"'\x60\n]{0,40}${KEYED}`,
  ],
  ['secret', String.raw`\baz\.getSecret\((?:[ \t]*'[^'\n]{0,100}',){3}[ \t]*${KEYED}`],
  [
    'secret',
    String.raw`\b(?:fromSecret(?:NameV2|CompleteArn|PartialArn)|from_secret_(?:name_v2|complete_arn|partial_arn))\([\w, ]{0,20}(?:["'][\w-]{1,60}["'],[ \t]*)?${KEYED}`,
  ],
  [
    'secret',
    String.raw`\b(?:[cC]onfig|conf|cfg)\.(?:[rR]equireSecret|[gG]etSecret|require_secret|get_secret)${QUOTED}`,
  ],
  ['env', String.raw`\b(?:[cC]onfig|conf|cfg)\.[rR]equire${QUOTED}`],
  ['secret', String.raw`\bnew sst\.Secret${QUOTED}`],
  ['secret', String.raw`\b(?:secretValueFromJson|secret_value_from_json)${QUOTED}`],
  [
    'secret',
    String.raw`\b[eE]cs\.Secret\.from(?:SecretsManager|_secrets_manager|SsmParameter|_ssm_parameter)\([ \t]*(\w{1,100})(?=[,)])`,
  ],
  ['secret', String.raw`--(?:set|update)-secrets[= \t]["']?([\w./-]{1,100})(?==)`],
  ['secret', String.raw`\bsecretsFilter:[ \t]*["']?([\w-]{1,130})`],
  ['secret', String.raw`\bbinding[ \t]*=[ \t]*"([A-Z][A-Z\d_]{1,99})"`],
  [
    'env',
    String.raw`\b(?:docker|podman)[ \t]+(?:run|create|exec)\b[^\n]{0,200}?[ \t](?:-e|--env)[= ]["']?([A-Z]\w{0,100})(?![\w=])`,
  ],
  ['env', String.raw`\bfile_env[ \t]+["']?(\w{1,100})`],
  ['env', String.raw`\b(?:connectionString|uri|url)FromEnv["']?:[ \t]*["']?(\w{1,100})`],
  ['secret', String.raw`\.(?:get_?[sS]ecret|GetSecret(?:Async)?|access_?[sS]ecret_?[vV]ersion)${ARGUMENTS}${KEYED}`],
  ['secret', String.raw`\bsecretsmanager get-secret-value\b[^\n]{0,120}--secret-id[= ]["']?([\w./:@-]{1,200})`],
  ['secret', String.raw`\bgcloud secrets versions access\b[^\n]{0,120}--secret[= ]["']?([\w./:@-]{1,200})`],
  ['secret', String.raw`\bkeyvault secret show\b[^\n]{0,120}--name[= ]["']?([\w./:@-]{1,200})`],
  ['secret', String.raw`\bcredentials\([ \t]*${KEYED}`],
  ['secret', String.raw`\bcredentialsId:[ \t]*${KEYED}`],
  ['secret', String.raw`\bGet-AzKeyVaultSecret\b[^\n]{0,120}-Name[ \t]+["']?([\w-]{1,130})`],
  [
    'secret',
    String.raw`["'\x60](/(?:var/)?(?:run/secrets|mnt/secrets-store|vault/secrets|etc/secrets)/[\w./-]{1,150})["'\x60]`,
  ],
  ['secret', String.raw`\bop read[ \t]+["']?op://([\w./@-]{1,200})`],
  ['secret', String.raw`\b(?:doppler|infisical) secrets get[ \t]+([\w-]{1,100})`],
  ['secret', String.raw`\bheroku config:get[ \t]+(\w{1,100})`],
  ['secret', String.raw`\bkubectl\b[^|\n]{0,60}[ \t]get secrets?[ /]["']?([\w.-]{1,100})`],
  ['vault', String.raw`\bread_secret(?:_version)?\([^()"'\x60]{0,60}${KEYED}`],
  ['vault', String.raw`\blookup\([ \t]*["'][\w.]{0,40}hashi_vault["'],[ \t]*["'](?:secret=)?([\w./:-]{1,150})`],
  [
    'secret',
    String.raw`\blookup\([ \t]*["'](?:[\w.]{0,40}\.)?(?:aws_secret|secretsmanager_secret|aws_secretsmanager|azure_keyvault_secret|onepassword|bitwarden|keyring|passwordstore)["'],[ \t]*["']([\w./:-]{1,150})`,
  ],
  [
    'parameter',
    String.raw`\blookup\([ \t]*["'](?:[\w.]{0,40}\.)?(?:aws_ssm|ssm_parameter)["'],[ \t]*["']([\w./:-]{1,150})`,
  ],
  ['env', String.raw`\blookup\([ \t]*["'](?:ansible\.builtin\.)?env["'],[ \t]*["'](\w{1,100})`],
  ['vault', String.raw`\bvault\.(?:read|logical\(\)\.read)${QUOTED}`],
  ['vault', String.raw`\bvault (?:kv get|read)\b[^\n|]{0,80}[ \t]((?:secret|kv)[\w./-]{1,150})`],
  [
    'parameter',
    String.raw`\b(?:get_parameters?|getParameters?|GetParameters?(?:Command|Async)?)\([^()"'\x60]{0,60}${KEYED}`,
  ],
  [
    'parameter',
    String.raw`\b(?:valueFor(?:Secure)?StringParameter|valueFromLookup|fromStringParameterName)\(\w{1,20},[ \t]*(?:["'][\w-]{1,60}["'],[ \t]*)?${KEYED}`,
  ],
  ['parameter', String.raw`\bssm get-parameter\b[^\n]{0,120}--name[= ]["']?([\w./:@-]{1,200})`],
];

/** Expressions in settings and templates, from the documentation of the tools (2026-08). */
const SETTINGS: readonly (readonly [source: ReadSource, pattern: string])[] = [
  ['parameter', String.raw`\{\{resolve:ssm(?:-secure)?:([\w./-]{1,200})`],
  ['secret', String.raw`\{\{resolve:secretsmanager:([\w./:@$\{\}-]{1,200}?)(?=\}\})`],
  ['parameter', String.raw`\$\{ssm(?:\([^()\n]{0,40}\))?:([\w./-]{1,200})`],
  ['secret', String.raw`\$\{secretsmanager:([\w./-]{1,200})`],
  ['secret', String.raw`@Microsoft\.KeyVault\([^()\n]{0,160}?(?:SecretName=|/secrets/)([\w-]{1,130})`],
  ['secret', String.raw`\bop://([\w./@ -]{1,200})`],
  ['secret', String.raw`\$\{sm@?://([\w./-]{1,200})`],
  ['vault', String.raw`\bvault:[ \t]{1,4}["']?([\w./-]{1,150}(?:@[\w-]{1,60})?)`],
  ['secret', String.raw`\bprojects/[^/\s"']{1,60}/secrets/([\w-]{1,130})`],
  ['secret', String.raw`\bobjectName:[ \t]{0,4}\\?["']?([\w/-]{1,150})`],
  ['vault', String.raw`\bvault:((?:secret|kv)[\w./#-]{1,150})`],
  ['vault', String.raw`\{\{-?[ \t]*with[ \t]+secret[ \t]+\\?"([\w./-]{1,150})\\?"`],
  ['parameter', String.raw`\{\{-?[ \t]*(?:with[ \t]+nomadVar|key|keyOrDefault)[ \t]+\\?"([\w./-]{1,150})\\?"`],
  [
    'secret',
    String.raw`\{\{-?[ \t]{0,4}\(?[ \t]{0,4}lookup[ \t]{1,4}"v1"[ \t]{1,4}"Secret"[ \t]{1,4}[\w.$"]{1,60}[ \t]{1,4}"([\w.-]{1,100})"`,
  ],
  ['env', String.raw`\{\{-?[ \t]*env[ \t]+\\?"(\w{1,100})\\?"`],
  ['parameter', String.raw`\barn:aws[\w-]{0,10}:ssm:[\w-]{0,20}:\d{0,12}:parameter/([\w./-]{1,200})`],
  ['secret', String.raw`\barn:aws[\w-]{0,10}:secretsmanager:[\w-]{0,20}:\d{0,12}:secret:([\w./-]{1,200})`],
  ['secret', String.raw`\$\{\{[ \t]*secrets\.(\w{1,100})`],
  ['env', String.raw`\$\{\{[ \t]*(?:vars|env|variables)\.(\w{1,100})`],
  ['env', String.raw`\$\{\{[ \t]*(?!matrix\.)[\w-]{1,60}(?:\.[\w-]{1,60}){0,3}\.(\w{1,100})[ \t]*\}\}`],
  ['parameter', String.raw`\bdata\.aws_ssm_parameter\.([\w-]{1,100})`],
  [
    'secret',
    String.raw`\b(?:data|ephemeral)\.(?:aws_secretsmanager_secret_version|azurerm_key_vault_secret|google_secret_manager_secret_version)\.([\w-]{1,100})`,
  ],
  ['vault', String.raw`\b(?:data|ephemeral)\.vault_\w{1,40}\.([\w-]{1,100})`],
  [
    'env',
    String.raw`\b(?:data\.terraform_remote_state|dependency|module)\.[\w-]{1,60}(?:\[[^\]\n]{1,60}\])?\.(?:outputs\.)?(\w{1,100})`,
  ],
  ['env', String.raw`\bget_env${QUOTED}`],
  ['env', String.raw`\b(?:var|local)\.([\w-]{1,100})`],
  [
    'env',
    String.raw`\{\{-?[ \t]*(?:(?:tpl|required|default|include|coalesce)[ \t]+(?:"[^"\n]{0,100}"[ \t]+)?)?\(?\$?\.Values\.([\w.-]{1,100})`,
  ],
  ['env', String.raw`!(?:Ref|ImportValue|GetAtt)[ \t]+["']?([\w.:-]{1,100})`],
  [
    'env',
    String.raw`\{?[ \t]{0,9}"?\b(?:Ref|Fn::(?:ImportValue|GetAtt|FindInMap))"?:[ \t]{0,9}\[?[ \t]{0,9}["']?([\w.:-]{1,100})`,
  ],
  ['secret', String.raw`\bfrom_secret:[ \t]{0,9}["']?([\w-]{1,100})`],
  ['secret', String.raw`(?<=")@([a-z][\w-]{1,80})(?=")`],
  ['secret', String.raw`\$\([ \t]*(?:cat[ \t]{1,4}|<[ \t]*)["']?((?:/[\w.-]{1,60}){1,8})`],
  ['env', String.raw`\[(?:parameters|variables)\('(\w{1,100})'\)`],
  ['env', String.raw`#\{([\w.-]{1,100})\}`],
  ['env', String.raw`%env\((?:\w{1,20}:){0,3}(\w{1,100})\)%`],
  ['env', String.raw`<<[ \t]*(?:parameters|pipeline\.parameters)\.([\w-]{1,100})[ \t]*>>`],
  ['env', String.raw`\$\{file\([^()\n]{1,120}\):([\w.-]{1,100})`],
  ['secret', String.raw`\$\{(?:file|secrets?|directory|vault|azurekv):([\w./:-]{1,200})`],
  ['env', String.raw`\{\{-?[ \t]*(?:\.(?:Data\.(?:data\.)?)?)?([A-Za-z_]\w{0,100})[ \t]*(?:\||-?\}\})`],
  ['env', String.raw`\$\{env:(\w{1,100})`],
  ['env', String.raw`\$\{([A-Za-z_][\w.-]{0,100})(?=[}:?-])`],
  ['env', String.raw`\$\{\?([A-Za-z_]\w{0,100})\}`],
  ['env', String.raw`\$\((?:params\.)?([A-Za-z_][\w-]{0,100})\)`],
  ['env', String.raw`%([A-Za-z_]\w{0,100})%`],
  ['env', String.raw`\$([A-Za-z_]\w{0,100})\b`],
];

type Table = readonly (readonly [source: ReadSource, pattern: RegExp])[];
const compiled = (rows: readonly (readonly [ReadSource, string])[]): Table =>
  rows.map(([source, pattern]) => [source, new RegExp(pattern, 'g')]);
const CODE_READS = compiled(CODE);
const SETTING_READS = compiled(SETTINGS);

/** Each pattern above has one of these. */
const CODE_WORD =
  /[eE]nv|[cC]onfig|ENV|_SERVER|[sS]ecret|Param|_param|vault|@Value|@Property|viper|\.Get|\.get|credentials|ssm|cfg|settings|\bop |valueF|lookup|mapstructure|_alias|docker|podman|binding/;
const SETTING_WORD =
  /env|[cC]onfig|ENV|[sS]ecret|Param|_param|vault|@|viper|\.Get|\.get|credentials|ssm|\$|\{\{|arn:|data\.|ephemeral\.|dependency\.|module\.|local\.|var\.|Ref|Fn::|op:|!|\[|#\{|%|<<|lookup|objectName|projects\//;

/** Maximum length of an expression, in code units. */
const MAX_LENGTH = 600;

/**
 * The first read between two offsets. Of two with the same start, the more specific one.
 * @param inSettings true if `${NAME}` is an expression
 */
export function outsideRead(text: string, from: number, to: number, inSettings: boolean): OutsideRead | null {
  const part = text.slice(from, Math.min(to, from + MAX_LENGTH));
  if (!(inSettings ? SETTING_WORD : CODE_WORD).test(part)) return null;
  let best: OutsideRead | null = null;
  for (const [source, pattern] of inSettings ? [...CODE_READS, ...SETTING_READS] : CODE_READS) {
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
    while (/["' ]/.test(text.charAt(next)) && next - at < 3) next++;
    if (text[next] !== open.pop()) break;
    at = next + 1;
  }
  return at;
}

const CLOSER: Readonly<Partial<Record<string, string>>> = { '(': ')', '[': ']', '{': '}' };
