import type { FoundString } from '../classify/found-string.ts';
import { textBefore, type Range, type Source } from '../text/source.ts';
import { isOptionPath, settingsBeside, type SettingBeside } from './settings-beside.ts';

/** What a setting for a host is known to mean. */
export type HostField = Readonly<NonNullable<ReturnType<typeof hostField>>>;

/** `direct`: the client connects to the host itself. `srv`: it looks up an SRV record. `null`: nothing shows it. */
type Scheme = 'direct' | 'srv' | null;

/*
 * Clients that connect to the hosts themselves, by the whole key of the host, the function or command that takes it, or
 * a setting beside it. Sources: strapi 5768, 6244; djongo 303; typeorm 3347; Spring Boot and Quarkus configuration
 * references; Mongoid and Laravel MongoDB documentation; airbyte 31467, 3542; tap-mongodb 57; trino 5810; Debezium
 * MongoDB connector; tap-mongodb of Meltano (read 2026-11).
 */
const DIRECT_KEY =
  /ME_CONFIG_MONGODB_SERVER$|TAP_MONGODB_HOST$|spring[._](?:data[._])?mongodb[._](?:\w+\.)?host$|quarkus[._]mongodb[._](?:[\w"-]+[._])?hosts$|mongodb\.(?:seeds|hosts)$|clients\.\w+\.hosts(?:\.|$)/i;
const DIRECT_CALL = /TypeOrmModule|DataSource|createConnection|mongoengine\.connect/;
const TYPEORM_FILE = /(?:^|\/)ormconfig\.\w+$/;
const DEFAULT = /^[\w.:$>-]{1,40}\(\s{0,9}["'][\w.-]{1,60}["']\s{0,9},\s{0,9}["']?([^"'(){}\s]{0,300})/;
/** Their first argument is a host or a string. */
const CLIENT = /(?:^|[\s.])(?:Async)?MongoClient$|Mongo::Client\.new$|(?:^|\s)(?:Mongo)?ServerAddress(?:::Tcp)?$/;
const COMMAND = /^(?:.*\/)?mongo(?:dump|restore|export|import|stat|top|files)?$/;
const DIRECT_SETTING =
  /connector=mongoose$|^@type=mongo|ENGINE=.*djongo|driver=mongodb$|^connection=mongodb$|^name=tap-mongodb$|^(?:instance_type\.)?instance=.*(?:standalone|replica)/i;
/** The product, of a client that may do either. */
const PRODUCT_SETTING =
  /^(?:type|driver|client|dialect|adapter|connector|engine|db_?type|database_?type|conn_?type)=.*mongo/i;
const HOST_KEY = /(?:^|[._-])(?:hosts?|host_?names?|servers?|seeds?|address(?:es)?|endpoint|mongo_?hosts?|--host|h)$/i;
const CAMEL_HOST = /[a-z](?:Hosts?|HostName|Servers?|Seeds|Address)$/;
/** Rules of proxies and firewalls, which connect nothing. */
const NETWORK_RULE = /egress|firewall|allow_?list|white_?list|network_?polic/i;
const SRV =
  /(?:^|[._-])(?:is_?|use_?|enable_?|with_?)?(?:srv|mongodb_?srv|dns_?seed\w{0,8}|seed_?list)(?:_?(?:enabled|record|mode))?$|[a-z]Srv$/i;
const SCHEME =
  /(?:^|[._-])(?:scheme|protocol|prefix|uri_?prefix|url_?prefix|connection_?type|connect_?type|type|format)$|[a-z]Scheme$/i;
const SCHEME_VALUE =
  /^(?:mongodb(?:[+_-]srv)?(?:$|:)|dns_seed_?list$|srv$|standard$|ConnectionStringScheme\.MongoDB(?:PlusSrv)?$)/i;

const CONNECTION = /AIRFLOW_CONN_|conn_id|connections add|Connection\(/;

/** A connection of Airflow looks up an SRV name only with `srv` in its extra (mongo provider documentation 5.4.0). */
function airflowScheme({ text }: Source, { offset }: Range): Scheme {
  const parts = textBefore(text, offset, 1_000).split(CONNECTION);
  const behind = text.slice(offset, offset + 1_000).split(CONNECTION, 1)[0]!;
  const connection = parts.length === 1 ? '' : parts.at(-1)! + behind;
  if (!/conn[_-]type\W{1,6}mongo/.test(connection)) return null;
  return /\bsrv\W{1,8}true/i.test(connection) ? 'srv' : 'direct';
}

/** What the settings around a host show, or `null` if its own key is not one of a host. */
export function hostField(string: FoundString, source: Source) {
  const beside = settingsBeside(source, string.range);
  const { offset } = string.range;
  const own = beside.settings.find(({ valueAt }) => valueAt.offset <= offset && offset <= valueAt.endOffset);
  const key = string.literal.key ?? '';
  const last = key.slice(key.lastIndexOf('.') + 1);
  const names = [own?.path ?? '', last, ...beside.names.slice(0, 1)];
  const isArgument = CLIENT.test(beside.names[0] ?? '');
  if (!isArgument && !names.some((name) => HOST_KEY.test(name) || CAMEL_HOST.test(name))) return null;
  if (NETWORK_RULE.test(key) || beside.names.some((name) => NETWORK_RULE.test(name))) return null;
  const all = [...beside.settings, ...beside.outer].map((one) => `${one.path}=${one.value}`);
  const isDirect =
    isArgument ||
    DIRECT_KEY.test(key) ||
    TYPEORM_FILE.test(source.path) ||
    beside.names.some((name) => DIRECT_CALL.test(name)) ||
    (names.some((name) => name.startsWith('-')) && beside.names.some((name) => COMMAND.test(name))) ||
    all.some((setting) => DIRECT_SETTING.test(setting));
  const airflow = airflowScheme(source, string.range);
  const others = [...beside.settings, ...(isArgument ? beside.outer : [])].filter(
    (one) => one !== own && isOptionPath(one.path),
  );
  const srv = others.find(({ path }) => SRV.test(path));
  const scheme = others.find(({ path, value }) => SCHEME.test(path) && SCHEME_VALUE.test(value));
  return {
    // Of this database.
    isClient: isDirect || all.some((setting) => PRODUCT_SETTING.test(setting)),
    scheme: airflow ?? schemeOf(srv && withDefault(srv, own, source), scheme, isDirect),
    port:
      others.find(({ path, value }) => /(?:^|[._-])ports?$|[a-z]Ports?$/i.test(path) && /^\d{2,5}$/.test(value)) ??
      null,
    // The setting that turns SRV on, as the client names it.
    srvSetting: airflow ? 'srv' : (srvSettingOf([source.path, ...beside.names], all) ?? srv?.path ?? null),
  };
}

/** `env.bool('DATABASE_SRV', false)`: of two reads, both defaults count. */
function withDefault(setting: SettingBeside, host: SettingBeside | undefined, { text }: Source): SettingBeside {
  const written = ({ valueAt }: SettingBeside): string => text.slice(valueAt.offset, valueAt.endOffset);
  const value = DEFAULT.exec(written(setting))?.[1];
  return value !== undefined && host && DEFAULT.test(written(host)) ? { ...setting, value } : setting;
}

/** How TypeORM and Strapi call the setting that turns SRV on. */
function srvSettingOf(names: readonly string[], settings: readonly string[]): string | null {
  if (names.some((name) => /TypeOrmModule|DataSource/.test(name) || TYPEORM_FILE.test(name))) return 'isSrv';
  return settings.some((one) => one.endsWith('connector=mongoose')) ? 'srv' : null;
}

function schemeOf(srv: SettingBeside | undefined, scheme: SettingBeside | undefined, isDirect: boolean): Scheme {
  if (srv) return /^(?:false|0|no|off|none|null|"")$/i.test(srv.value) ? 'direct' : 'srv';
  if (scheme && /srv|dns/i.test(scheme.value)) return 'srv';
  // `type: mongodb` names the product. Only a setting for a scheme decides.
  if (scheme && /(?:scheme|protocol|prefix)$/i.test(scheme.path)) return 'direct';
  return isDirect ? 'direct' : null;
}
