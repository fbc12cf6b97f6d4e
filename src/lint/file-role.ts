import type { FileRole } from '../config/severity.ts';
import type { RepositoryTree } from '../iac/attribute-clusters.ts';
import { oncePer, oncePerKey, type Range } from '../text/source.ts';
import { isTranslation, isApiDefinition } from '../read/families.ts';

export const NO_TREE: RepositoryTree = { namesIn: () => [], textOf: () => '' };

/**
 * The role of a file: documents by their type, tests by whole names of folders and files. What deploys itself is a
 * product, whatever its name.
 * @param path relative to the root of the repository
 */
export function fileRole(path: string, text: string, tree: RepositoryTree = NO_TREE): FileRole {
  if (isVendoredPath(path)) return 'vendored';
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (isDocument(path, name, text)) return 'docs';
  if (isGeneratedText(text)) return 'vendored';
  if (TEST_NAME.test(name)) return 'test';
  return folderRoles(tree)(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}

/** Folders for third-party code, filled by package managers or people. */
export const VENDORED_FOLDERS: ReadonlySet<string> = new Set(
  (
    '.bundle .eggs .pnpm-store .terraform .tox .venv bower_components Carthage dist-packages Godeps jspm_packages ' +
    'node_modules Pods site-packages third-party third_party thirdparty vendor'
  ).split(' '),
);

/** @param path relative to the root of the repository; a file name alone is not enough */
export function isVendoredPath(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.some((folder) => VENDORED_FOLDERS.has(folder));
}

const DOCUMENT_TYPE =
  /^[^.].*\.(?:mdx?|mdown|mkd|markdown|rst|adoc|asciidoc|org|tex|rdoc|textile|pod|wiki|html?|xhtml|log)(?:\.\d{1,3})?$/;
const DOCUMENT_NAME =
  /^(?:readme|changelog|changes|history|news|contributing|license|licence|notice)(?:[-_][\w-]+)?(?:\.txt)?$/;

const isDocument = (path: string, name: string, text: string): boolean =>
  DOCUMENT_TYPE.test(name) || DOCUMENT_NAME.test(name) || isTranslation(path) || isApiDefinition({ path, text });

const TEST_WORD = String.raw`tests?|specs?|testdata|fixtures?|mocks?|examples?|samples?|demo|e2e`;
const TEST_FOLDER = new RegExp(
  String.raw`^(?:(?:${TEST_WORD}|__tests__|__mocks__|__fixtures__|__snapshots__)|[\w-]+\.(?:unit|integration)?tests?)$`,
  'i',
);
/** A whole part of a file's name, between dots or at the marks that languages give to tests. */
const TEST_NAME = new RegExp(
  String.raw`(?:^|\.)(?:${TEST_WORD}|snap|snaphost|har|feature|bats|tftest)(?:\.|$)|[_-](?:test|spec)\.\w{1,8}$|^test_[\w-]+\.py$|^conftest\.py$`,
);

/** A package of an invented company, the default of project generators, or the main sources of a program. */
const IN_PACKAGE = /(?:^|\/)(?:com|org|net|io|dev|src\/main(?:\/.+)?)$/i;

/** Decided by the nearest folder that is deployed or named like a test. Every file of a folder asks. */
const folderRoles = oncePer((tree: RepositoryTree) => {
  const roleOf: (folder: string) => FileRole = oncePerKey((folder) => {
    if (folder === '') return 'product';
    const cut = folder.lastIndexOf('/');
    const above = folder.slice(0, Math.max(0, cut));
    const name = folder.slice(cut + 1);
    const isTest = TEST_FOLDER.test(name) && !IN_PACKAGE.test(above);
    return deploysItself(tree, folder) ? 'product' : isTest ? 'test' : roleOf(above);
  });
  return roleOf;
});

const DEPLOYS = /^(?:(?:dockerfile|containerfile)(?:\.[\w-]+)?|chart\.yaml|procfile)$|\.service$/i;

/** True for a folder with a container, a chart, a service, or a manifest with a start command. */
function deploysItself(tree: RepositoryTree, folder: string): boolean {
  const names = tree.namesIn(folder);
  if (names.some((name) => DEPLOYS.test(name))) return true;
  return names.includes('package.json') && /"start"\s*:/.test(tree.textOf(`${folder}/package.json`));
}

/** What the language itself marks as a test inside a file: `#[cfg(test)] mod tests { … }`. */
export function testRanges(path: string, text: string): readonly Range[] {
  if (!path.endsWith('.rs') || !text.includes('#[cfg(test)]')) return [];
  return [...text.matchAll(/^([ \t]*)#\[cfg\(test\)\]/gm)].map(({ index, 1: indent = '' }) => {
    const end = text.indexOf(`\n${indent}}`, index);
    return { offset: index, endOffset: end < 0 ? text.length : end + indent.length + 2 };
  });
}

/** Generators mark their files in a comment within this many characters of the start. */
const HEAD = 3_000;
/** A line that begins like a comment, with one of the marks that generators write. */
const MARK =
  /^[ \t]{0,20}(?:\/\/|\/?\*{1,3}|#|--|;|%|<!--|"""|\x27)(?:[^\n]{0,40}@generated\b|[^\n]{0,3}<auto-?generated|[^\n]{0,3}Code generated\b|[^\n]{0,120}\bDO NOT (?:EDIT|MODIFY)\b)/m;
/** The first line of code: a mark behind it is about the code. */
const CODE = /^(?![ \t]*(?:\/\/|\/?\*|#|--|;|%|<|"|'|@|$))[ \t]*\S/m;

/** True for a file that says of itself, before its first line of code, that a program wrote it. */
function isGeneratedText(text: string): boolean {
  const head = text.slice(0, HEAD);
  const mark = MARK.exec(head);
  if (!mark) return false;
  const code = CODE.exec(head);
  return code === null || mark.index < code.index;
}

/** Environments, and the words for them in paths, sorted. */
const ENVIRONMENTS: readonly (readonly [name: string, ...words: string[]])[] = [
  ['default', 'default'],
  ['demo', 'demo'],
  ['development', 'dev', 'develop', 'development', 'local', 'localhost'],
  ['preview', 'preview'],
  ['production', 'live', 'prd', 'prod', 'production'],
  ['sandbox', 'sandbox'],
  ['staging', 'preprod', 'qa', 'stage', 'staging', 'stg', 'uat'],
  ['test', 'ci', 'test'],
];

/** The environments in a path, sorted: `deploy/prod/a.env`, `.env.production`. */
export function environmentIn(path: string): string {
  const written = new Set(path.toLowerCase().split(/[/._-]/));
  const named = ENVIRONMENTS.filter(([, ...words]) => words.some((word) => written.has(word)));
  return named.map(([name]) => name).join('+');
}
