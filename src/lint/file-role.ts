import type { FileRole } from '../config/roles.ts';
import { once, oncePer } from '../text/source.ts';
import { isGeneratedText } from './generated-mark.ts';

/** Access to the files around a file. Paths use `/` and are relative to the root of the repository. */
export interface RoleTree {
  /** The names of the files in a folder. The root is the empty text. */
  namesIn(folder: string): readonly string[];
  /** The text of a file, empty if it cannot be read. */
  textOf(path: string): string;
}

/** A tree without any files. */
export const NO_TREE: RoleTree = { namesIn: () => [], textOf: () => '' };

/** A file in its repository. */
export interface TreeFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly tree: RoleTree;
}

/** The file whose role is decided. */
interface RoleFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly name: string;
  /** In lower case. */
  readonly lower: string;
  /** The last extension, in lower case, without its dot. */
  readonly ending: string;
  readonly text: string;
  readonly folder: RoleFolder;
}

/**
 * The role of a file. The first match counts. Deployed files are recognised before tests and examples, because charts,
 * workflows and Terraform stacks may be in folders of any name.
 * @param path relative to the root of the repository
 */
export function fileRole(path: string, text: string, tree: RoleTree = NO_TREE): FileRole {
  if (isVendoredPath(path)) return 'vendored';
  const nameStart = path.lastIndexOf('/') + 1;
  const name = path.slice(nameStart);
  const lower = name.toLowerCase();
  const ending = lower.slice(lower.lastIndexOf('.') + 1);
  const folder = folderIn(tree, path.slice(0, Math.max(0, nameStart - 1)));
  const file: RoleFile = { path, name, lower, ending, text, folder };
  if (!isProse(file)) {
    if (isConfig(file)) return 'config';
    if (isStack(file)) return 'infrastructure';
  }
  // Settings that a program wrote are deployed as they are.
  if (!DATA.has(ending) && isGeneratedText(text)) return 'generated';
  if (isTest(file)) return 'test';
  if (isExample(file)) return 'example';
  if (isProse(file) || isApiDefinition(file.path, file.text)) return 'docs';
  return INFRASTRUCTURE.has(ending) ? 'infrastructure' : 'product';
}

/** Folders for third-party code, filled by package managers or people. */
export const VENDORED_FOLDERS: readonly string[] = [
  '.bundle',
  '.eggs',
  '.pnpm-store',
  '.terraform',
  '.tox',
  '.venv',
  'bower_components',
  'Carthage',
  'dist-packages',
  'Godeps',
  'jspm_packages',
  'node_modules',
  'Pods',
  'site-packages',
  'third-party',
  'third_party',
  'thirdparty',
  'vendor',
];

const VENDORED: ReadonlySet<string> = new Set(VENDORED_FOLDERS);

/** @param path relative to the root of the repository; a file name alone is not enough */
export function isVendoredPath(path: string): boolean {
  const folders = path.split('/');
  return folders.some((folder, at) => at < folders.length - 1 && VENDORED.has(folder));
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** The words of a name: `compass-e2eTests` becomes `compass`, `e2e`, `tests`. */
function wordsOf(name: string): string[] {
  const parted = /[A-Z]/.test(name)
    ? name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
        .toLowerCase()
    : name;
  return parted.match(/[a-z0-9]+/g) ?? [];
}

const PROSE = setOf('md mdx mdown mkd markdown rst adoc asciidoc org tex rdoc textile pod wiki');
const PROSE_NAME =
  /^(?:readme|changelog|changes|history|news|contributing|license|licence|notice)(?:[-_][\w-]+)?(?:\.(?:txt|html?))?$/;
/** A directive or target at the start of a line, in a syntax that only reST has. */
const REST = /^\.\. (?:_[\w-]+:|[\w-]+::)/m;

/** The sections of manual pages, and the title in such a page. */
const MAN_SECTION = /^[1-9][a-z]{0,4}$/;
const MAN_TITLE = /^\.(?:TH|Dt) /m;

/** True for documents by file type. Plain text and notebooks count only if they look like documents. */
function isProse({ ending, lower, text }: RoleFile): boolean {
  if (PROSE.has(ending) && lower !== ending) return true;
  if (MAN_SECTION.test(ending) && MAN_TITLE.test(headOf(text))) return true;
  return PROSE_NAME.test(lower) || (ending === 'txt' && REST.test(headOf(text)));
}

const HEAD = 20_000;
const headOf = (text: string): string => (text.length > HEAD ? text.slice(0, HEAD) : text);

const DATA = setOf('yaml yml json json5 jsonc toml ini cfg conf config properties xml env hcl tfvars');
const MODEL = setOf('example examples sample samples template dist');

/** True for the name of a template that users copy and fill in: `.env.example`. */
function isModel(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[._-]/)
    .some((part) => MODEL.has(part));
}

const COMPOSE = /^(?:(?:docker-|podman-|container-)?compose(?:[._-][\w.-]+)?|docker-stack(?:[._-][\w.-]+)?)\.ya?ml$/;
const PIPELINE =
  /^(?:\.gitlab-ci(?:[._-][\w.-]+)?\.ya?ml|\.travis\.yml|\.drone\.ya?ml|\.woodpecker\.ya?ml|\.evergreen\.ya?ml|appveyor\.ya?ml|azure-pipelines?(?:[._-][\w.-]+)?\.ya?ml|bitbucket-pipelines\.yml|buildspec(?:[._-][\w.-]+)?\.ya?ml|cloudbuild(?:[._-][\w.-]+)?\.(?:ya?ml|json)|jenkinsfile(?:[._-][\w.-]+)?|[\w.-]+\.jenkinsfile)$/;
const PIPELINE_FOLDER =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)|\.gitea\/workflows|\.forgejo\/workflows|\.circleci|\.buildkite|\.azuredevops|\.azure-pipelines|\.gitlab\/ci|\.tekton|\.woodpecker|\.harness)\//;
/** Files that programs and platforms read by these names. */
const SETTINGS =
  /^(?:\.env(?:[._-][\w.-]+)?|\.envrc|\.flaskenv|[\w.-]*\.env|env\.(?:ya?ml|json|properties)|(?:application|bootstrap)(?:-[\w.-]+)?\.(?:ya?ml|properties|json|conf|toml)|appsettings(?:\.[\w.-]+)?\.json|local\.settings\.json|(?:settings|config|configuration|secrets?|credentials)(?:[._-][\w.-]+)?\.(?:ya?ml|json|json5|jsonc|toml|ini|cfg|conf|properties|xml)|(?:web|app)(?:\.[\w-]+)?\.config|app\.(?:ya?ml|json)|serverless(?:[._-][\w-]+)?\.(?:ya?ml|json)|(?:fly|netlify|wrangler|railway)(?:\.[\w-]+)?\.(?:toml|jsonc?)|vercel\.json|render\.yaml|procfile|helmfile(?:[._-][\w-]+)?\.ya?ml|kustomization\.ya?ml|skaffold\.ya?ml)$/;

/** Charts, manifests, Compose files, pipelines and settings. A name with `example` is never a config. */
function isConfig(file: RoleFile): boolean {
  const { name, lower, folder } = file;
  if (isModel(name)) return false;
  if (COMPOSE.test(lower) || PIPELINE.test(lower) || SETTINGS.test(lower)) return true;
  if (folder.inPipeline) return true;
  return isManifest(file) || isInChart(file);
}

/** A Kubernetes manifest, also as a template. */
function isManifest({ ending, text }: RoleFile): boolean {
  if (ending === 'json') return /"apiVersion"\s*:/.test(headOf(text)) && /"kind"\s*:/.test(headOf(text));
  if (ending !== 'yaml' && ending !== 'yml') return false;
  return /^(?:- )?["']?apiVersion["']?:/m.test(text) && /^(?: {2})?["']?kind["']?:/m.test(text);
}

const OF_CHARTS = setOf('yaml yml json tpl txt env properties conf cfg ini toml xml sh gotmpl');

const isInChart = ({ ending, folder }: RoleFile): boolean => OF_CHARTS.has(ending) && folder.inChart;

const INFRASTRUCTURE = setOf('tf tofu tfvars tfbackend bicep');
/** The backend of a Terraform configuration. Only a configuration that is applied has one. */
const BACKEND = /^[ \t]{0,40}(?:backend[ \t]{0,9}"|cloud[ \t]{0,9}\{)/m;
const STACK_NAME =
  /^(?:terragrunt\.hcl|backend(?:[._-][\w-]+)?\.(?:tf|tofu|hcl)|[\w.-]+\.tfbackend|terraform\.tfstate|samconfig\.(?:toml|ya?ml))$/;
const VARIABLES = /\.tfvars(?:\.json)?$/;
const PULUMI_STACK = /^Pulumi\.[\w-]+\.ya?ml$/;
const PARAMETERS = /^(?:[\w.-]*[._-])?param(?:eter)?s?(?:[._-][\w.-]*)?\.(?:json|ya?ml)$/i;

const isStackName = (name: string): boolean =>
  (STACK_NAME.test(name) || VARIABLES.test(name) || PULUMI_STACK.test(name)) && !isModel(name);

/** Infrastructure as code that is applied: it has a backend, a stack, or variables that are not a sample. */
function isStack(file: RoleFile): boolean {
  const { name, lower } = file;
  if (isStackName(name)) return true;
  if (/\.(?:tf|tofu)(?:\.json)?$/.test(lower)) return isAppliedTerraform(file);
  return isAppliedPulumi(file) || isAppliedTemplate(file);
}

const isAppliedTerraform = ({ text, folder }: RoleFile): boolean => BACKEND.test(text) || folder.isApplied();

/** The program of a Pulumi project with a stack, except its tests and examples. */
const isAppliedPulumi = ({ lower, folder }: RoleFile): boolean => folder.hasPulumiStack && !isTestName(lower);

function isAppliedTemplate({ ending, text, name, folder }: RoleFile): boolean {
  if (!/^(?:ya?ml|json|template)$/.test(ending)) return false;
  const head = headOf(text);
  if (!head.includes('AWSTemplateFormatVersion') && !head.includes('AWS::Serverless')) return false;
  return folder.names.some(
    (other) => other !== name && (STACK_NAME.test(other) || (PARAMETERS.test(other) && !isModel(other))),
  );
}

/** What a folder says about every file in it. Computed once per folder. */
interface RoleFolder {
  readonly names: readonly string[];
  /** True in a Helm chart, at any depth. */
  readonly inChart: boolean;
  readonly inPipeline: boolean;
  /** True in a Pulumi project with a stack. */
  readonly hasPulumiStack: boolean;
  readonly inTests: boolean;
  readonly inExamples: boolean;
  /** True for an applied Terraform configuration. */
  readonly isApplied: () => boolean;
}

const foldersOf = oncePer<RoleTree, Map<string, RoleFolder>>(() => new Map());

function folderIn(tree: RoleTree, path: string): RoleFolder {
  const known = foldersOf(tree).get(path);
  if (known) return known;
  const names = tree.namesIn(path);
  const above = path === '' ? null : folderIn(tree, path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const own = path.slice(path.lastIndexOf('/') + 1);
  const [isTests, isExamples] = [isTestFolder(own), isExampleFolder(own)];
  const endsProject = isTests || isExamples || names.some((name) => /^Pulumi\.ya?ml$/.test(name));
  const folder: RoleFolder = {
    names,
    inPipeline: PIPELINE_FOLDER.test(`${path.toLowerCase()}/`),
    inChart: names.includes('Chart.yaml') || (above?.inChart ?? false),
    hasPulumiStack: endsProject
      ? names.some((name) => PULUMI_STACK.test(name) && !isModel(name))
      : (above?.hasPulumiStack ?? false),
    inTests: isTests || (above?.inTests ?? false),
    inExamples: isExamples || (above?.inExamples ?? false),
    isApplied: once(() => names.some(isStackName) || names.some(hasBackend)),
  };
  const hasBackend = (name: string): boolean =>
    /\.(?:tf|tofu)$/.test(name) && BACKEND.test(tree.textOf(path === '' ? name : `${path}/${name}`));
  foldersOf(tree).set(path, folder);
  return folder;
}

const TEST_FOLDERS = setOf(
  'test tests testing testdata testcase testcases testsuite testsuites testutil testutils unittest unittests acctest e2e fixture fixtures mock mocks fake fakes stub stubs cassette cassettes recording recordings snapshot snapshots snaphost specifications integrationtest integrationtests',
);

/** Tests, their data, and recorded answers. */
const isTest = (file: RoleFile): boolean => file.folder.inTests || isTestName(file.name) || isSuite(file);

/** Test cases as data: a list of tests, each with a description, or one string with what it should lead to. */
function isSuite({ ending, text }: RoleFile): boolean {
  if (!/^(?:json|ya?ml)$/.test(ending)) return false;
  const head = headOf(text);
  if (/^\s{0,40}(?:\{\s{0,40}"tests"\s{0,40}:\s{0,40}\[|tests:\s)/.test(head)) return /\bdescription"?:/.test(head);
  return (
    /^\s{0,40}(?:\{\s{0,40}"uri"\s{0,40}:|uri:\s)/.test(head) && /^\s{0,40}"?(?:error|seeds)"?\s{0,40}:/m.test(head)
  );
}

function isTestFolder(folder: string): boolean {
  // Specifications of an interface are not tests.
  if (/^specs?$/i.test(folder)) return true;
  const words = wordsOf(folder);
  return words.some((word, at) => TEST_FOLDERS.has(word) && !(word === 'testing' && words[at - 1] === 'ab'));
}

const TEST_ENDING = /\.(?:snap|snaphost|har|feature|bats|tftest\.hcl)$/i;
/** Words at the start or end of a test's name. In camel case they may be anywhere. */
const TEST_WORDS = setOf('test tests testcase testdata unittest unittests e2e fixture fixtures mock mocks conftest');
/** True for each of them. */
const HAS_TEST_WORD = /test|e2e|fixture|mock/i;
/** Languages in which specifications are tests. */
const SPEC = /(?:Spec|Specs|Specification)\.(?:scala|groovy|kt|kts|swift|hs|php)$/;
const SPEC_PART = /[._-]specs?\.[a-z]{1,5}$/i;
const INTEGRATION_TEST = /[a-z0-9](?:IT|ITCase)\.(?:java|kt|scala|groovy)$/;

function isTestName(name: string): boolean {
  if (TEST_ENDING.test(name) || SPEC.test(name) || INTEGRATION_TEST.test(name)) return true;
  if (SPEC_PART.test(name) && !/\.(?:ya?ml|json)$/i.test(name)) return true;
  if (!HAS_TEST_WORD.test(name)) return false;
  const words = wordsOf(name.replace(/\.\w{1,8}$/, ''));
  // In `my_test_orders.py` the word in the middle means something else.
  const ends = /[A-Z]/.test(name) ? words : [words[0] ?? '', words.at(-1) ?? ''];
  return ends.some((word) => TEST_WORDS.has(word));
}

const EXAMPLE_FOLDERS = setOf(
  'example examples sample samples demo demos tutorial tutorials quickstart quickstarts snippet snippets walkthrough walkthroughs',
);

function isExampleFolder(folder: string): boolean {
  return /^getting-?_?started$/i.test(folder) || wordsOf(folder).some((word) => EXAMPLE_FOLDERS.has(word));
}

/** A CloudFormation template has this name and is deployed as it is. */
const isTemplate = ({ lower, text }: RoleFile): boolean =>
  /^template\.(?:ya?ml|json)$/.test(lower) && /^[ \t]{0,8}"?Resources"?[ \t]{0,9}:/m.test(text);

/** Files to copy or learn from. */
function isExample(file: RoleFile): boolean {
  const { folder, name, ending } = file;
  if (folder.inExamples) return true;
  const isCopied = DATA.has(ending) || name.startsWith('.') || MODEL.has(ending);
  if (isCopied && isModel(name) && !isTemplate(file)) return true;
  return (
    /example|sample/i.test(name) &&
    wordsOf(name).some((word) => word === 'example' || word === 'examples' || word === 'sample' || word === 'samples')
  );
}

/** True for an OpenAPI or Swagger document, which defines calls but does not make any. */
export function isApiDefinition(path: string, text: string): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  return /^[ \t{]{0,40}["']?(?:openapi|swagger)["']?[ \t]{0,9}:[ \t]{0,9}["']?\d/m.test(headOf(text));
}
