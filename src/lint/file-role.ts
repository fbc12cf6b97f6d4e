import fileRoles from './file-roles.json' with { type: 'json' };
import environments from './environment-words.json' with { type: 'json' };
import type { FileRole } from '../config/severity.ts';
import type { RepositoryTree } from '../iac/attribute-clusters.ts';
import { anyForm, FAR, namedForms, oncePer, oncePerKey, overlaps, parentOf } from '../text/source.ts';
import type { Range, Source } from '../text/source.ts';
import { isTranslation, isApiDefinition } from '../read/families.ts';

const FORMS = namedForms(fileRoles.patterns);

const NO_TREE: RepositoryTree = { namesIn: () => [], textOf: () => '' };

/** By the path: documents by type, tests by whole names in it. What deploys itself is a product, whatever its name. */
export function fileRole(path: string, text: string, tree: RepositoryTree = NO_TREE): FileRole {
  if (isVendoredPath(path)) return 'vendored';
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (isDocument(path, name, text)) return 'docs';
  // Settings that a program wrote are deployed as they are.
  if (!FORMS.settingsType.test(name) && isGeneratedText(text)) return 'vendored';
  if (isDeployedFile(path, name, text)) return 'product';
  const folder = parentOf(path);
  return TEST_NAME.test(name) && !FORMS.environments.test(folder) ? 'test' : folderRoles(tree)(folder);
}

/** Folders for third-party code, filled by package managers or people. */
export const VENDORED_FOLDERS: ReadonlySet<string> = new Set(fileRoles.vendored);

/** @param path relative to the root of the repository; a file name alone is not enough */
export function isVendoredPath(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.some((folder) => VENDORED_FOLDERS.has(folder));
}

const headOf = (text: string): string => text.slice(0, 20_000);

function isDocument(path: string, name: string, text: string): boolean {
  if (FORMS.document.test(name) || isTranslation(path)) return true;
  if (name.endsWith('.txt')) return FORMS.rest.test(headOf(text));
  if (/\.[1-9][a-z]{0,4}$/.test(name)) return /^\.(?:TH|Dt) /m.test(headOf(text));
  return isApiDefinition({ path, text });
}

/** Files that programs, platforms and pipelines read by these names. */
const DEPLOYED_NAME = anyForm('', fileRoles.deployed);

/** Settings, charts, manifests and pipelines, except templates that people copy: `.env.example`. */
function isDeployedFile(path: string, name: string, text: string): boolean {
  const isTest = TEST_NAME.test(name);
  if ((!isTest && DEPLOYED_NAME.test(name)) || FORMS.pipelineFolder.test(path)) return true;
  if (isTest) return false;
  if (/\.(?:tf|tofu)$/.test(name)) return FORMS.backend.test(text);
  return /\.ya?ml$/.test(name) && isManifest(text);
}

const isManifest = (text: string): boolean =>
  /^(?:- )?["']?apiVersion["']?:/m.test(text) && /^(?: {2})?["']?kind["']?:/m.test(text);

const TEST_WORD = String.raw`tests?|specs?|testdata|fixtures?|mocks?|examples?|samples?|demo|e2e`;
const TEST_FOLDER = new RegExp(
  String.raw`^(?:(?:${TEST_WORD}|__tests__|__mocks__|__fixtures__|__snapshots__)|[\w-]+\.(?:unit|integration)?tests?)$`,
  'i',
);
/** A whole part of a file's name, between dots or at the marks that languages give to tests. */
const TEST_NAME = new RegExp(
  String.raw`(?:^|\.)(?:${TEST_WORD}|snap|snaphost|har|feature|bats|tftest)(?:\.|$)|[_-](?:test|spec)\.\w{1,8}$|^test_[\w-]+\.py$|^conftest\.py$`,
);

/** Decided by the nearest folder that is deployed or named like a test. Every file of a folder asks. */
const folderRoles = oncePer((tree: RepositoryTree) => {
  const roleOf: (folder: string) => FileRole = oncePerKey((folder) => {
    if (folder === '') return 'product';
    const above = parentOf(folder);
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const isNamed =
      TEST_FOLDER.test(name) || (FORMS.perlTests.test(name) && tree.namesIn(folder).some((one) => one.endsWith('.t')));
    const isTest = isNamed && !FORMS.environments.test(above) && !FORMS.inPackage.test(above);
    return deploysItself(tree, folder) ? 'product' : isTest ? 'test' : roleOf(above);
  });
  return roleOf;
});

/** True for a folder with a container, a chart, a service, an applied stack, or a manifest with a start command. */
function deploysItself(tree: RepositoryTree, folder: string): boolean {
  const names = tree.namesIn(folder);
  if (names.some((name) => FORMS.deploys.test(name) && !TEST_NAME.test(name.toLowerCase()))) return true;
  if (names.includes('package.json') && /"start"\s*:/.test(tree.textOf(`${folder}/package.json`))) return true;
  return names.some((name) => /\.(?:tf|tofu)$/.test(name) && FORMS.backend.test(tree.textOf(`${folder}/${name}`)));
}

/** The role of each part of a file. Languages mark tests inside of a product: `#[cfg(test)] mod tests { … }`. */
export function rolesIn({ path, text }: Source, role: FileRole): (part: Range) => FileRole {
  if (role !== 'product' || !path.endsWith('.rs') || !text.includes('#[cfg(test)]')) return () => role;
  const tests = [...text.matchAll(/^([ \t]*)#\[cfg\(test\)\]/gm)].map(({ index, 1: indent = '' }) => {
    const end = text.indexOf(`\n${indent}}`, index);
    return { offset: index, endOffset: end < 0 ? text.length : end + indent.length + 2 };
  });
  return (part) => (tests.some((range) => overlaps(range, part)) ? 'test' : role);
}

/** True for a file that says of itself, before its first line of code, that a program wrote it. */
function isGeneratedText(text: string): boolean {
  const head = text.slice(0, FAR);
  const mark = FORMS.mark.exec(head);
  if (!mark) return false;
  const code = FORMS.code.exec(head);
  return code === null || mark.index < code.index;
}

/** The environment of a file: as configured, else by the words of its path: `deploy/prod/a.env`, `.env.production`. */
export function environmentOf(path: string, configured: string | null = null): string | null {
  if (configured !== null) return configured;
  // GitLab has all pipelines in one file.
  const plain = path.replace('.gitlab-ci.', '.').toLowerCase();
  const written = ` ${plain.replace(/[^a-z\d]+/g, ' ')} `;
  const named = environments.filter(({ words }) => words.some((word) => written.includes(` ${word} `)));
  return named.length === 0 ? null : named.map(({ name }) => name).join('+');
}
