import type { UriOption } from '../src/parse/connection-string.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { givenBeside } from '../src/rule-helpers/given-beside.ts';
import { mayHoldMore, optionNamed, withOption } from '../src/rule-helpers/options.ts';
import { defineRule, type Fix } from '../src/lint/rule.ts';
import { editOf, hostsAt, isReal, partAt, makeFix, serviceHosts } from '../src/rule-helpers/hosts.ts';
import { isWholeString } from '../src/rule-helpers/whole-string.ts';

export default defineRule({
  id: 'tls-off-on-atlas',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  trigger: { all: ['uri', 'own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'TLS turned off for an Atlas host, or a direct list of Atlas nodes that does not turn it on.',
    why: 'Atlas accepts encrypted connections only. SRV strings enable TLS by default, direct ones do not, and `tls=false` turns it off in both. The connection is closed without a helpful message.',
    todo: 'Set `tls=true`, or remove the option from an SRV string.',
    severities: { info: 'for a direct string without a TLS option' },
    sources: [
      'MongoDB specifications, initial DNS seedlist discovery (2026-08-13)',
      'MongoDB Atlas documentation, connect by driver (2026-08)',
    ],
  },
  messages: {
    off: '{option} disables TLS. Atlas accepts encrypted connections only.',
    missing:
      '`mongodb://` does not enable TLS by default. Atlas refuses the connection unless the program enables TLS.',
  },
  examples: {
    invalid: [
      {
        title: 'turned off',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?⟦tls=false⟧\n' },
        severity: 'error',
        fixed: 'tls=true',
      },
      {
        title: 'of a host in a constant',
        files: {
          'Db.kt':
            'const val HOST =\n  "quay.k2j4h.mongodb.net"\nfun uri(pass: String) = "mongodb+srv://app:$pass@$HOST/books?⟦tls=false⟧"\n',
        },
      },
      {
        title: 'with the old option name',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?w=1&⟦ssl=false⟧\n' },
        fixed: 'tls=true',
      },
      {
        title: 'a direct list without a TLS option',
        files: {
          'a.js':
            "const a = 'mongodb://⟦quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net⟧:27017/?authSource=admin';\n",
        },
        severity: 'info',
      },
    ],
    valid: [
      { title: 'another server', files: { '.env': 'URI=mongodb://localhost/?tls=false\n' } },
      { title: 'SRV enables it', files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books\n' } },
      {
        title: 'a record of the cluster, which has the options in the next attribute',
        files: {
          'prod.tfstate':
            '{ "mongo_uri": "mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017",\n  "mongo_uri_with_options": "mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017/?ssl=true" }\n',
        },
      },
      {
        title: 'a direct list with TLS; more options may follow',
        files: {
          'a.js':
            "const a = 'mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017/?tls=true';\nconst b = `mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017/books?${options}`;\n",
        },
      },
    ],
  },
  check(string, _context, { source }) {
    const hosts = string.uri ? serviceHosts(string).filter(isReal) : [];
    if (hosts.length === 0 || !string.uri || !isWholeString(string, source)) return [];
    const options = string.uri.options.filter(({ name }) => /^(?:tls|ssl)$/i.test(name));
    const off = options.filter(({ value }) => OFF.test(value ?? ''));
    // Different values are a conflict, which another rule reports.
    if (off.length > 0 && off.length < options.length) return [];
    if (off.length > 0) return off.map((option) => offProblem(string, option));
    if (options.length > 0 || string.uri.scheme !== 'direct' || mayHoldMore(string)) return [];
    // A certificate or CA enables TLS, and in prose a string is rarely complete.
    if (optionNamed(string, 'tlsCAFile') || string.literal.context === 'prose') return [];
    if (!hosts.every((host) => host.class.node) || givenBeside('tls', string, source) === 'given') return [];
    if (RECORDED.test(string.literal.key ?? '') && WITH_OPTIONS.test(source.text)) return [];
    const add = makeFix('Add tls=true', withOption(string, 'tls', 'true'));
    return [
      { message: 'missing', at: hostsAt(string, hosts), severity: 'info' as const, suggestions: add ? [add] : [] },
    ];
  },
});

/** Attributes of an old cluster record: the same list is next to them with its options. */
const RECORDED = /(?:^|\W)mongo_?uri(?:_?updated)?$/i;
const WITH_OPTIONS = /\bmongo_?uri_?with_?options\b/i;

/** `false` and its synonyms in drivers. */
const OFF = /^(?:false|0|-1|no|n|f)$/;

function offProblem(string: FoundString, option: UriOption) {
  const fix: Fix | undefined = makeFix('Set tls=true', editOf(string, option, 'tls=true'));
  return { message: 'off', data: { option: `${option.name}=${option.value}` }, at: partAt(string, option), fix };
}
