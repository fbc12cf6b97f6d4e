import { manifestOf, supports, type DriverUse } from '../src/drivers/resolve.ts';
import type { UriIssue } from '../src/parse/connection-string.ts';
import type { FoundFile, FoundString } from '../src/classify/found-string.ts';
import { isWholeString, problemsFor } from '../src/lint/grammar.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import type { Source } from '../src/text/source.ts';
import { realHosts } from '../src/lint/string-hosts.ts';
import { mayHoldMore, optionNamed, withOption, editOf, partAt, makeFix } from '../src/classify/string-edits.ts';
import { takesPercent } from '../src/classify/string-edits.ts';
import { givenBeside, optionSet } from '../src/clients/given-options.ts';

const AUTH_CODES = ['auth-user', 'auth-password', 'auth-source', 'auth-properties'];

export default defineRule({
  id: 'authsource-trap',
  messages: {
    issue: '{issue}',
    dns: '{driver} {version} takes `authSource=admin` from DNS. {mechanism} needs `authSource=$external`.',
    source: 'Atlas keeps database users in `admin`. With another `authSource`, authentication fails.',
    path: 'A direct string without `authSource=admin` looks the user up in the database of the path. Authentication fails.',
  },
  checkString(string, { drivers, path }, file) {
    const { source } = file;
    const problems = problemsFor(AUTH_CODES, string, source, (issue) => external(string, issue, source));
    const trap = fromDns(string, () => drivers(path)) ?? sourceProblem(string, file) ?? pathProblem(string);
    const isGiven = trap?.message === 'path' && givenBeside('authSource', string, source) === 'given';
    return trap && !isGiven && isWholeString(string, source) ? [...problems, trap] : problems;
  },
});

/** In many formats a dollar sign starts a variable. A few read a percent sign. */
function external(string: FoundString, { code, ...at }: UriIssue, source: Source): Partial<RuleProblem> {
  const value = takesPercent(string, source) ? '%24external' : '$external';
  return code === 'auth-source' ? { suggestions: [makeFix(`Use ${value}`, editOf(string, at, value))] } : {};
}

/** Go before 1.17 lets the option in DNS win over the mechanism's own source (GODRIVER-3331). */
function fromDns(string: FoundString, uses: () => readonly DriverUse[]): RuleProblem | null {
  const mechanism = optionNamed(string, 'authMechanism');
  if (!/^MONGODB-(?:X509|AWS)$/.test(mechanism?.value ?? '') || optionNamed(string, 'authSource')) return null;
  const old = uses().find((use) => supports(use, 'externalAuthSource') === 'old');
  if (!mechanism || !old || string.form !== 'srv' || realHosts(string).length === 0) return null;
  const add = makeFix('Add authSource=%24external', withOption(string, 'authSource', '%24external'));
  const data = { driver: old.name, version: old.version ?? '', mechanism: mechanism.value ?? '' };
  const at = partAt(string, mechanism);
  return { message: 'dns', severity: 'warning', data, at, suggestions: [add], related: [manifestOf(old)] };
}

function sourceProblem(string: FoundString, file: FoundFile): RuleProblem | null {
  const set = realHosts(string).length > 0 ? optionSet(string, 'authSource', file) : null;
  if (!set || !/^(?!admin$)\w[\w-]*$/.test(set.value)) return null;
  const suggestions = [makeFix('Write admin', set.edit('admin'))];
  return { message: 'source', severity: 'warning', at: set.at, suggestions };
}

function pathProblem(string: FoundString): RuleProblem | null {
  const { uri } = string;
  if (uri?.scheme !== 'direct' || !uri.userRange || !uri.databaseRange || mayHoldMore(string)) return null;
  if (!uri.database || uri.database === 'admin' || uri.database.includes(PLACEHOLDER)) return null;
  const mechanism = optionNamed(string, 'authMechanism')?.value ?? '';
  if (optionNamed(string, 'authSource') || /^(?!SCRAM|DEFAULT)./.test(mechanism)) return null;
  const hosts = realHosts(string);
  if (hosts.length === 0 || !hosts.every((host) => host.class.node)) return null;
  const at = partAt(string, { offset: uri.databaseRange.offset, endOffset: uri.endOffset });
  const suggestions = [makeFix('Add authSource=admin', withOption(string, 'authSource', 'admin'))];
  return { message: 'path', at, suggestions };
}
