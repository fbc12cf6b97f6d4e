import type { FoundString } from '../classify/found-string.ts';
import type { Source } from '../text/source.ts';
import { isOptionPath, settingsBeside, type SettingBeside, type SettingsBeside } from './settings-beside.ts';

/** What a setting for a host is known to mean. */
export interface HostField {
  /** The client or tool, for messages: `Spring`, `TypeORM`. */
  readonly client: string | null;
  /** `direct`: the client connects to the host itself. `srv`: it looks up an SRV record. `null`: nothing shows it. */
  readonly scheme: 'direct' | 'srv' | null;
  /** The setting with a port, if there is one. */
  readonly port: SettingBeside | null;
  /** The setting that turns SRV on, as the client names it, or `null` if it has none. */
  readonly srvSetting: string | null;
}

interface Client {
  readonly name: string;
  /** Key of the setting, whole path. */
  readonly key?: RegExp;
  /** A setting in the same block, or in the block around it, with a value. */
  readonly setting?: readonly [path: RegExp, value: RegExp];
  /** The function or command that takes the settings. */
  readonly names?: RegExp;
  readonly srvSetting: string | null;
  /** True if the client always connects to the hosts themselves, port or not. */
  readonly isDirect?: true;
}

/**
 * Clients with a setting for a host. Sources: strapi 5768, 6244; djongo 303; typeorm 3347; Spring Boot and Quarkus
 * configuration references; Mongoid and Laravel MongoDB documentation; airbyte 31467, 3542; tap-mongodb 57;
 * haohanyang/mongodb-datasource 39; trino 5810; Debezium MongoDB connector (read 2026-11).
 */
const CLIENTS: readonly Client[] = [
  { name: 'Spring', key: /spring\.(?:data\.)?mongodb\.(?:\w+\.)?host$/i, srvSetting: null, isDirect: true },
  { name: 'Quarkus', key: /quarkus\.mongodb\.(?:[\w"-]+\.)?hosts$/i, srvSetting: null, isDirect: true },
  { name: 'Trino', key: /mongodb\.seeds$/, srvSetting: null, isDirect: true },
  { name: 'Debezium', key: /mongodb\.hosts$/, srvSetting: null, isDirect: true },
  { name: 'Mongoid', key: /clients\.\w+\.hosts(?:\.|$)/, srvSetting: null, isDirect: true },
  { name: 'Strapi', setting: [/connector$/, /^mongoose$/], srvSetting: 'srv', isDirect: true },
  { name: 'TypeORM', names: /TypeOrmModule|DataSource|createConnection/, srvSetting: 'isSrv', isDirect: true },
  { name: 'djongo', setting: [/ENGINE$/i, /djongo/], srvSetting: null, isDirect: true },
  { name: 'Laravel', setting: [/driver$/, /^mongodb$/], srvSetting: null, isDirect: true },
  { name: 'mongo-express', key: /ME_CONFIG_MONGODB_SERVER$/, srvSetting: null, isDirect: true },
  {
    name: 'database tools',
    names: /^(?:.*\/)?mongo(?:dump|restore|export|import|stat|top|files)?$/,
    srvSetting: null,
    isDirect: true,
  },
  {
    name: 'Airbyte',
    setting: [/^(?:instance_type\.)?instance$/, /standalone|replica/i],
    srvSetting: null,
    isDirect: true,
  },
  {
    name: 'MongoDB',
    setting: [
      /^(?:type|driver|client|dialect|adapter|connector|engine|db_?type|database_?type|conn_?type)$/i,
      /mongo/i,
    ],
    srvSetting: null,
  },
];

const HOST_KEY = /(?:^|[._-])(?:hosts?|host_?names?|servers?|seeds?|address(?:es)?|endpoint|mongo_?hosts?|--host|h)$/i;
const CAMEL_HOST = /[a-z](?:Hosts?|HostName|Servers?|Seeds|Address)$/;
const PORT = /(?:^|[._-])ports?$|[a-z]Ports?$/i;
const SRV =
  /(?:^|[._-])(?:is_?|use_?|enable_?|with_?)?(?:srv|mongodb_?srv|dns_?seed\w{0,8}|seed_?list)(?:_?(?:enabled|record|mode))?$|[a-z]Srv$/i;
const SCHEME =
  /(?:^|[._-])(?:scheme|protocol|prefix|uri_?prefix|url_?prefix|connection_?type|connect_?type|type|format)$/i;
const OFF = /^(?:false|0|no|off|none|null|"")$/i;

/** What the settings around a host show, or `null` if its own key is not one of a host. */
export function hostField(string: FoundString, source: Source): HostField | null {
  const beside = settingsBeside(source, string.range);
  const { offset } = string.range;
  const own = beside.settings.find(({ valueAt }) => valueAt.offset <= offset && offset <= valueAt.endOffset);
  const key = settingKey(string, own, beside);
  const last = key.slice(key.lastIndexOf('.') + 1);
  const names = [own?.path ?? '', last, ...beside.names.slice(0, 1)];
  if (!names.some((name) => HOST_KEY.test(name) || CAMEL_HOST.test(name))) return null;
  const all = [...beside.settings, ...beside.outer];
  const client = CLIENTS.find(
    (one) =>
      one.key?.test(key) === true ||
      (one.setting !== undefined &&
        all.some(({ path, value }) => one.setting![0].test(path) && one.setting![1].test(value))) ||
      (one.names !== undefined && beside.names.some((name) => one.names!.test(name))),
  );
  const others = beside.settings.filter((one) => one !== own && isOptionPath(one.path));
  const srv = others.find(({ path }) => SRV.test(path));
  const scheme = others.find(({ path, value }) => SCHEME.test(path) && /^mongodb(?:\+srv)?(?:$|:)/i.test(value));
  const port = others.find(({ path, value }) => PORT.test(path) && /^\d{2,5}$/.test(value)) ?? null;
  return {
    client: client?.name ?? null,
    scheme: schemeOf(srv, scheme, client),
    port,
    srvSetting: client?.srvSetting ?? srv?.path ?? null,
  };
}

function schemeOf(
  srv: SettingBeside | undefined,
  scheme: SettingBeside | undefined,
  client: Client | undefined,
): HostField['scheme'] {
  if (srv) return OFF.test(srv.value) ? 'direct' : 'srv';
  if (scheme && /\+srv/i.test(scheme.value)) return 'srv';
  // `type: mongodb` names the product. Only a setting for a scheme decides.
  if (scheme && /(?:scheme|protocol|prefix)$/i.test(scheme.path)) return 'direct';
  return client?.isDirect ? 'direct' : null;
}

/** The whole key of a setting, from the outermost block. */
function settingKey(string: FoundString, own: SettingBeside | undefined, { names }: SettingsBeside): string {
  const last = own?.path ?? string.literal.key?.replace(/^.*\./, '') ?? '';
  const parts = [...names].reverse();
  return (parts.at(-1)?.endsWith(last) === true ? parts : [...parts, last]).filter((part) => part !== '').join('.');
}
