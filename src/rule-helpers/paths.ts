/** What a path says about a file, by its names alone. Paths have `/`. */

const DOCS_ENDINGS: ReadonlySet<string> = new Set(
  'md mdx mdown mkd markdown rst txt adoc asciidoc org tex ipynb'.split(' '),
);
const DOCS_FOLDERS: ReadonlySet<string> = new Set(
  'doc docs documentation example examples sample samples tutorial tutorials'.split(' '),
);
/** Parts of a file name that say that it is there to be copied and filled in. */
const MODEL_PARTS: ReadonlySet<string> = new Set('example examples sample template tmpl tpl dist'.split(' '));
const TEST_FOLDERS: ReadonlySet<string> = new Set(
  'test tests testing testdata spec specs __tests__ __fixtures__ __mocks__ fixture fixtures mock mocks e2e'.split(' '),
);

interface PathKinds {
  readonly path: string;
  readonly isDocs: boolean;
  readonly isTest: boolean;
}

let last: PathKinds = { path: '', isDocs: false, isTest: false };

/** Rules ask for each string of a file: the last answer is kept. */
function kindsOf(path: string): PathKinds {
  if (path !== last.path) {
    const folders = path.toLowerCase().split('/');
    const name = folders.pop() ?? '';
    last = { path, isDocs: isDocs(folders, name), isTest: isTest(folders, name) };
  }
  return last;
}

/** True for documentation and for files that are there to be copied: `README`, `docs/…`, `.env.example`. */
export function isDocsPath(path: string): boolean {
  return kindsOf(path).isDocs;
}

/** True for tests and what they read: `test/…`, `orders.spec.ts`, `test_orders.py`. */
export function isTestPath(path: string): boolean {
  return kindsOf(path).isTest;
}

function isDocs(folders: readonly string[], name: string): boolean {
  if (folders.some((folder) => DOCS_FOLDERS.has(folder))) return true;
  const parts = name.split(/[.\-_]/);
  if (DOCS_ENDINGS.has(parts.at(-1) ?? '')) return true;
  return /^(?:readme|changelog|contributing|license)\b/.test(name) || parts.some((part) => MODEL_PARTS.has(part));
}

function isTest(folders: readonly string[], name: string): boolean {
  if (folders.some((folder) => TEST_FOLDERS.has(folder))) return true;
  return /^test_|[._-](?:test|tests|spec|specs|fixture|fixtures|mock)\.[a-z]{1,5}$/.test(name);
}

/** True for an OpenAPI or Swagger document, which defines calls and makes none. */
export function isApiDefinition(path: string, text: string): boolean {
  return (
    /\.(?:json|ya?ml)$/i.test(path) &&
    /^\s{0,200}(?:\{\s{0,200})?["']?(?:openapi|swagger)["']?[ \t]{0,8}:/m.test(text.slice(0, 5_000))
  );
}
