// Trees of small files, for what grows with their number: each entry is [name, files, arguments] as in `hostile-texts.mjs`, where
// `files` makes all files from a size in bytes.
const HOST = 'ab123.mongodb.net';
const API = 'https://cloud.mongodb.com/api/atlas/v2/groups/5f1a';
const MEDIA = 'application/vnd.atlas.2023-01-01+json';

/** A file for each KB, in folders of a hundred. */
function filesOf(make) {
  return (bytes) =>
    Object.fromEntries(Array.from({ length: bytes >> 10 }, (_, n) => [`d${Math.floor(n / 100)}/f${n}.js`, make(n)]));
}

const FAULTY = filesOf((n) => `connect("mongodb+srv://app:pass@c${n}.${HOST}:27017/db?retryWrites=true");\n`);
const REASON = '-- reason';
const SUPPRESSED = filesOf(
  (n) => `// connlint-disable-next-line srv-port ${REASON} ${n}\nconnect("mongodb+srv://c${n}.${HOST}:27017/db");\n`,
);
const READING = filesOf(
  (n) => `new MongoClient(process.env.URI_${n});\nconst u${n} = "mongodb+srv://c${n}.${HOST}/";\n`,
);
const LISTS = filesOf(
  (n) => `connect("mongodb://c-shard-00-0${n % 9}.${HOST}:27017,d${n}.${HOST}:27017/?ssl=true");\n`,
);
const CALLS = filesOf((n) => `fetch("${API}/clusters/c${n}", { headers: { Accept: "${MEDIA}" } });\n`);
const OWNED = (bytes) => ({
  ...FAULTY(bytes),
  CODEOWNERS: Array.from({ length: bytes >> 12 }, (_, n) => `/d${n}/ @team${n}\n`).join(''),
});

export function manyFiles(formats) {
  const check = ['check', '.', '--no-config', '--fail-on', 'never'];
  const plan = (...change) => ['plan', '.', '--no-config', '--format', 'json=out', '--change', ...change];
  return [
    ...formats.map((format) => [`many files: ${format}`, FAULTY, [...check, '--format', `${format}=out`]]),
    ['many files: nothing in them', filesOf((n) => `const a${n} = ${n};\n`), check],
    ['many files: suppressions', SUPPRESSED, [...check, '--report-suppressed', '--format', 'json=out']],
    ['many files: lists of hosts', LISTS, check],
    ['many files: API calls', CALLS, check],
    ['many files: fix', FAULTY, [...check, '--fix']],
    ['many files: dry run', FAULTY, [...check, '--fix-dry-run', '--show-secrets']],
    ['many files: list', FAULTY, ['list', '.', '--no-config', '--format', 'json=out']],
    ['many files: baseline', FAULTY, ['baseline', 'create', '.', '--no-config']],
    ['many files: owners', OWNED, plan('disable-peering-only')],
    ['many files: external reads', READING, plan('disable-peering-only')],
    ['many files: admin API', CALLS, plan('admin-api', '--to', '2025-03-12')],
  ];
}
