import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { removal } from '../src/rule-helpers/options.ts';
import { isPortPlaceholder, isWholeString } from '../src/rule-helpers/whole-string.ts';
import { defineRule } from '../src/lint/rule.ts';
import type { Range } from '../src/text/source.ts';
import { partAt, makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'srv-port',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { all: ['uri', 'form:srv'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  supersedes: ['port-invalid'],
  docs: {
    what: 'A port in an SRV string.',
    why: 'The SRV record contains the ports. Drivers refuse a string with a port before they query DNS.',
    todo: 'Remove the port.',
    sources: ['MongoDB specifications, initial DNS seedlist discovery (2026-08-13)'],
  },
  messages: { port: 'An SRV string cannot contain a port.' },
  examples: {
    invalid: [
      {
        title: 'an SRV name with a port',
        files: { 'app.py': 'URI = "mongodb+srv://quay.k2j4h.mongodb.net⟦:27017⟧/books"\n' },
        fixed: '',
      },
      {
        title: 'with a variable as host',
        files: {
          'compose.yml':
            'services:\n  a:\n    environment:\n      URI: mongodb+srv://quay.k2j4h.mongodb.net⟦:${PORT}⟧/books\n',
        },
        fixed: '',
      },
      {
        title: 'a host outside the service',
        files: { 'a.js': "const a = 'mongodb+srv://db.corp.example⟦:27018⟧/books';\n" },
        fixed: '',
      },
    ],
    valid: [
      {
        title: 'a colon before the password',
        files: { 'a.sh': 'mongosh "mongodb+srv://reader:${PASS}@quay.k2j4h.mongodb.net/books"\n' },
      },
      { title: 'a word for a port', files: { 'a.md': 'Not `mongodb+srv://host:port/database`.\n' } },
      { title: 'a direct string', files: { 'a.js': "const a = 'mongodb://localhost:27017/books';\n" } },
    ],
  },
  check(string, _context, { source }) {
    const ports = portsOf(string);
    const [first, last] = [ports[0], ports.at(-1)];
    if (!first || !last || !isWholeString(string, source)) return [];
    const edit = ports.length === 1 ? removal(string, first) : undefined;
    const remove = string.hosts.every(takesNoPort) ? makeFix('Remove the port', edit) : undefined;
    return [{ message: 'port', at: partAt(string, { offset: first.offset, endOffset: last.endOffset }), fix: remove }];
  },
});

/** A node has a port, so the scheme is wrong there. A name without a dot may be a user name whose host is missing. */
function takesNoPort({ host, class: seen }: FoundHost): boolean {
  return !seen.node && host.includes('.');
}

/** The ports with their colons. A port is wrong even if host or number are unknown. */
function portsOf({ uri, literal: { value } }: FoundString): Range[] {
  if (uri?.scheme !== 'srv') return [];
  return uri.hosts.flatMap(({ host, portRange }) => {
    if (!portRange || value[portRange.offset - 1] !== ':') return [];
    const port = value.slice(portRange.offset, portRange.endOffset);
    // Two unknown pieces may also be user name and password.
    if (host.includes(PLACEHOLDER) && !/^\d+$/.test(port)) return [];
    if (port.includes(PLACEHOLDER) && !host.includes('.')) return [];
    if (isPortPlaceholder(port)) return [];
    return [{ offset: portRange.offset - 1, endOffset: portRange.endOffset }];
  });
}
