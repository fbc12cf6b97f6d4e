import optionForms from './option-forms.json' with { type: 'json' };
import type { FoundString } from '../classify/found-string.ts';
import { namedForms, textBefore, type Range, type Source } from '../text/source.ts';
import { isOptionPath, settingsBeside, type SettingBeside } from './settings-beside.ts';

const FORMS = namedForms(optionForms.settings);

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

/** A connection of Airflow looks up an SRV name only with `srv` in its extra (mongo provider documentation 5.4.0). */
function airflowScheme({ text }: Source, { offset }: Range): Scheme {
  const parts = textBefore(text, offset, 1_000).split(FORMS.connection);
  const behind = text.slice(offset, offset + 1_000).split(FORMS.connection, 1)[0]!;
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
  const isArgument = FORMS.client.test(beside.names[0] ?? '');
  if (!isArgument && !names.some((name) => FORMS.hostKey.test(name) || FORMS.camelHost.test(name))) return null;
  if (FORMS.networkRule.test(key) || beside.names.some((name) => FORMS.networkRule.test(name))) return null;
  const all = [...beside.settings, ...beside.outer].map((one) => `${one.path}=${one.value}`);
  const isDirect =
    isArgument ||
    FORMS.directKey.test(key) ||
    FORMS.typeormFile.test(source.path) ||
    beside.names.some((name) => FORMS.directCall.test(name)) ||
    (names.some((name) => name.startsWith('-')) && beside.names.some((name) => FORMS.command.test(name))) ||
    all.some((setting) => FORMS.directSetting.test(setting));
  const airflow = airflowScheme(source, string.range);
  const others = [...beside.settings, ...(isArgument ? beside.outer : [])].filter(
    (one) => one !== own && isOptionPath(one.path),
  );
  const srv = others.find(({ path }) => FORMS.srv.test(path));
  const scheme = others.find(({ path, value }) => FORMS.scheme.test(path) && FORMS.schemeValue.test(value));
  return {
    // Of this database.
    isClient: isDirect || all.some((setting) => FORMS.productSetting.test(setting)),
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
  const value = FORMS.default.exec(written(setting))?.[1];
  return value !== undefined && host && FORMS.default.test(written(host)) ? { ...setting, value } : setting;
}

/** How TypeORM and Strapi call the setting that turns SRV on. */
function srvSettingOf(names: readonly string[], settings: readonly string[]): string | null {
  if (names.some((name) => /TypeOrmModule|DataSource/.test(name) || FORMS.typeormFile.test(name))) return 'isSrv';
  return settings.some((one) => one.endsWith('connector=mongoose')) ? 'srv' : null;
}

function schemeOf(srv: SettingBeside | undefined, scheme: SettingBeside | undefined, isDirect: boolean): Scheme {
  if (srv) return /^(?:false|0|no|off|none|null|"")$/i.test(srv.value) ? 'direct' : 'srv';
  if (scheme && /srv|dns/i.test(scheme.value)) return 'srv';
  // `type: mongodb` names the product. Only a setting for a scheme decides.
  if (scheme && /(?:scheme|protocol|prefix)$/i.test(scheme.path)) return 'direct';
  return isDirect ? 'direct' : null;
}
