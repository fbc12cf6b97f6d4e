import { dialectProblem, PARSER_WORDS, parserCalls, prismaSources, withoutDatabase } from '../src/clients/consumers.ts';
import type { FoundFile } from '../src/classify/found-string.ts';
import { defineReason, defineRule, type ProjectRuleResult } from '../src/lint/rule.ts';
import { oncePerPlace, usesFor, variableIn } from '../src/lint/variables.ts';
import type { FiledItem } from '../src/text/source.ts';

type ValueItem = ReturnType<typeof valuesIn>[number];

type Item =
  | ValueItem
  | (ReturnType<typeof parserCalls>[number] & { readonly is: 'parser' })
  | (ReturnType<typeof prismaSources>[number] & { readonly is: 'prisma' });

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
    shared: defineReason<Item>({
      trigger: { anchors: ['mongodb', ...PARSER_WORDS], orStrings: true },
      messages: {
        parser: '`{parser}` refuses a connection string with several hosts, which `{name}` contains.',
        prismaDatabase: 'Prisma refuses a string without a database (P1013).',
      },
      collect: (file) => [
        ...valuesIn(file),
        ...parserCalls(file).map((call) => ({ ...call, is: 'parser' as const })),
        ...prismaSources(file.source).map((one) => ({ ...one, is: 'prisma' as const })),
      ],
      checkProject(items) {
        const usesOf = usesFor(items.filter((one) => one.is !== 'value'));
        const values = items.filter((one) => one.is === 'value');
        return oncePerPlace(values.flatMap((value) => usesOf(value).flatMap((use) => sharedProblem(use, value))));
      },
    }),
  },
});

function sharedProblem(use: FiledItem<Exclude<Item, ValueItem>>, value: FiledItem<ValueItem>): ProjectRuleResult[] {
  if (use.is === 'parser') {
    const data = { parser: use.parser, name: use.name };
    const related = [{ file: value.file, at: value.at, message: 'The string with several hosts' }];
    if (!value.several) return [];
    return [{ message: 'parser', data, severity: 'warning', at: use.at, file: use.file, related }];
  }
  if (!value.fix) return [];
  const related = [{ file: use.file, at: use.at, message: 'Prisma reads it here' }];
  return [{ message: 'prismaDatabase', at: value.at, file: value.file, related, suggestions: [value.fix] }];
}

/** Strings by environment variable, with the fix that names the database that one lacks. */
function valuesIn({ strings }: FoundFile) {
  return strings.flatMap((string) => {
    const name = variableIn(string.literal.key);
    if (name === undefined || !string.uri || string.literal.context !== 'code') return [];
    const several = string.uri.hosts.length > 1;
    const fix = withoutDatabase(string)?.suggestions?.[0];
    return [{ is: 'value' as const, name, several, fix, at: string.range }];
  });
}
