import { dialectProblem, PARSER_WORDS, parserCalls, prismaSources, withoutDatabase } from '../src/clients/consumers.ts';
import type { FoundFile } from '../src/classify/found-string.ts';
import { defineReason, defineRule, type ProjectRuleResult } from '../src/lint/rule.ts';
import { oncePerPlace, usesFor, variableIn } from '../src/lint/variables.ts';
import type { FiledItem } from '../src/text/source.ts';

export default defineRule({
  id: 'consumer-dialect',
  reasons: {
    form: {
      messages: {
        airflowScheme: 'Airflow takes `mongo://` with `srv=true` here, not the connection string of a driver.',
        airflowSrv: 'Airflow looks up an SRV name only with `srv=true`.',
        airflowHosts: 'A connection of Airflow has one host. Use the SRV name with `mongo://…?srv=true`.',
        prismaDatabase: 'Prisma refuses a string without a database (P1013).',
        oplog: 'Meteor refuses any database but `local` here. Name `local` after the hosts.',
        slash: 'The database tools refuse options without a `/` before the `?`.',
        otherDatabase: 'The database tools refuse another database than the one of the string.',
        directByDefault: 'mongodb_exporter connects directly by default. Set `--no-mongodb.direct-connect`.',
        hostsOnly: 'This setting takes hosts. A connection string belongs to `{setting}`.',
      },
      checkString(string, _context, { source }) {
        const problem = dialectProblem(string, source);
        return problem ? [problem] : [];
      },
    },
    shared: defineReason({
      trigger: { anchors: ['mongodb', ...PARSER_WORDS], orStrings: true },
      messages: {
        parser: '`{parser}` refuses a connection string with several hosts, which `{name}` contains.',
        prismaDatabase: 'Prisma refuses a string without a database (P1013).',
      },
      collect: (file) => [...valuesIn(file), ...parserCalls(file), ...prismaSources(file.source)],
      checkProject(items) {
        const usesOf = usesFor(items.filter((one) => 'parser' in one));
        const values = items.filter((one) => 'several' in one);
        return oncePerPlace(values.flatMap((value) => usesOf(value).flatMap((use) => sharedProblem(value, use))));
      },
    }),
  },
});

type Value = FiledItem<ReturnType<typeof valuesIn>[number]>;
type Use = FiledItem<ReturnType<typeof parserCalls | typeof prismaSources>[number]>;

function sharedProblem({ several, fix, at, file }: Value, use: Use): ProjectRuleResult[] {
  if (use.parser !== null) {
    const data = { parser: use.parser, name: use.name };
    const related = [{ file, at, message: 'The string with several hosts' }];
    return several ? [{ message: 'parser', data, severity: 'warning', at: use.at, file: use.file, related }] : [];
  }
  const related = [{ file: use.file, at: use.at, message: 'Prisma reads it here' }];
  return fix ? [{ message: 'prismaDatabase', at, file, related, suggestions: [fix] }] : [];
}

/** Strings that a parser may refuse, by environment variable, with the fix that names the database that one lacks. */
function valuesIn({ strings }: FoundFile) {
  return strings.flatMap((string) => {
    const name = variableIn(string.literal.key);
    if (name === undefined || !string.uri || string.literal.context !== 'code') return [];
    const several = string.uri.hosts.length > 1;
    const fix = withoutDatabase(string)?.suggestions?.[0];
    return several || fix ? [{ name, several, fix, at: string.range }] : [];
  });
}
