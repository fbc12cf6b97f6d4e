import type { Network } from '../config/config.ts';
import { blocksOf } from '../iac/hcl.ts';
import { isTerraformPath } from '../iac/terraform.ts';
import { childOf, everyNode, yamlRoots, type YamlNode } from '../read/yaml.ts';
import { oncePer, rangeAt, type Range, type Source } from '../text/source.ts';

/** The network in which the code of a file runs, and the platform that shows it, or `null` if the config says it. */
export interface FileNetwork {
  readonly network: Network;
  readonly platform: string | null;
}

/** Files of platforms and CI systems with public addresses, unless they name runners of their own (read 2026-11). */
const PLATFORMS: readonly (readonly [path: RegExp, platform: string, hosted?: RegExp, own?: RegExp])[] = [
  [/(?:^|\/)vercel\.json$|(?:^|\/)\.vercel\/|(?:^|\/)\.env\.vercel(?:\.\w+)?$/, 'Vercel'],
  [/(?:^|\/)netlify\.toml$|(?:^|\/)netlify\/functions\//, 'Netlify'],
  [/(?:^|\/)heroku\.ya?ml$/, 'Heroku'],
  [/(?:^|\/)render\.ya?ml$/, 'Render'],
  [/(?:^|\/)fly(?:\.\w{1,30})?\.toml$/, 'Fly.io'],
  [/(?:^|\/)railway\.(?:json|toml)$/, 'Railway'],
  [
    /(?:^|\/)azure-pipelines[\w.-]{0,60}\.ya?ml$/,
    'an agent of Azure Pipelines',
    /\bvmImage:/,
    /\bpool:[ \t]{0,9}(?:\w|\n\s{0,20}name:)/,
  ],
  [
    /(?:^|\/)\.circleci\/config\.ya?ml$/,
    'a runner of CircleCI',
    /\b(?:docker|machine|macos):/,
    /\bresource_class:[ \t]{1,9}[\w-]+\//,
  ],
  [/(?:^|\/)bitbucket-pipelines\.ya?ml$/, 'a runner of Bitbucket', /\bpipelines:/, /\bself\.hosted\b/],
  // Expo has a file of this name too.
  [/(?:^|\/)app\.json$/, 'Heroku', /"(?:env|addons|buildpacks|formation)"\s{0,9}:/, /"expo"\s{0,9}:/],
  [/(?:^|\/)serverless\.ya?ml$/, 'AWS Lambda', /\bname:[ \t]{1,9}["']?aws\b/, /vpc|\bprovider:[ \t]{1,9}\$\{/i],
];
const LAMBDA = /^(?:AWS::(?:Serverless|Lambda)::Function|aws_lambda_function)$/;

/** A step that arranges a private network. */
const TUNNEL = /tailscale|wireguard|openvpn|\bvpn\b|\bssh[ \t]+-\w{0,4}[LDN]/i;
const WORKFLOW = /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/;
const GITLAB = /(?:^|\/)\.gitlab-ci\.ya?ml$/;
/** Labels of GitHub's own runners. Larger runners with a name of their own may have a private network. */
const HOSTED = /^(?:ubuntu|windows|macos)-(?:latest|slim|\d[\w.-]{0,20})$/;
/** Tags of GitLab's own runners. */
const SHARED = /^saas-(?:linux|windows|macos)-/;

/** `null` if neither the config nor the file shows it, `unknown` for a runner that the file does not name. */
export function fileNetwork(source: Source, at: Range, configured: Network | null): FileNetwork | 'unknown' | null {
  if (configured) return { network: configured, platform: null };
  const runner = runnerOf(source, at) ?? (isOpenLambda(source, at) ? 'AWS Lambda' : null);
  if (runner === 'unknown') return 'unknown';
  return runner === null || isTunneled(source) ? null : { network: 'public', platform: runner };
}

function runnerOf(source: Source, at: Range): string | null {
  if (WORKFLOW.test(source.path)) {
    const jobs = yamlRoots(source).find(({ key }) => key === 'jobs')?.children ?? [];
    const runners = around(jobs, at).flatMap((job) =>
      valuesOf(childOf(job, 'runs-on')).flatMap((one) => inMatrix(job, one)),
    );
    return runners.length > 0 && runners.every((one) => HOSTED.test(one)) ? 'a runner of GitHub' : null;
  }
  if (!GITLAB.test(source.path)) return platformOf(source);
  const tags = around(yamlRoots(source), at).flatMap((job) => valuesOf(childOf(job, 'tags')));
  // A server of one's own has runners for all jobs too.
  if (tags.length === 0) return 'unknown';
  return tags.every((one) => SHARED.test(one)) ? 'a runner of GitLab' : null;
}

const isTunneled = oncePer(({ text }: Source) => TUNNEL.test(text));
const platformOf = oncePer(
  ({ path, text }: Source) =>
    PLATFORMS.find(
      ([file, , hosted, own]) => file.test(path) && (!hosted || hosted.test(text)) && !own?.test(text),
    )?.[1] ?? null,
);

/** Functions without a network of their own. A template may set one for all its functions. */
const openLambdas = oncePer((source: Source): readonly Range[] => {
  const { path, text } = source;
  if (isTerraformPath(path)) {
    return blocksOf(source).filter(
      ({ labels, blocks }) =>
        LAMBDA.test(labels[0] ?? '') &&
        !blocks.some(({ type, labels: names }) => [type, ...names].includes('vpc_config')),
    );
  }
  if (!/\.(?:ya?ml|template)$/.test(path) || !text.includes('::Function') || text.includes('VpcConfig')) return [];
  const resources = yamlRoots(source).find(({ key }) => key === 'Resources')?.children ?? [];
  return resources
    .filter((one) => LAMBDA.test(childOf(one, 'Type')?.value ?? ''))
    .map(({ at, lastEnd }) => ({ offset: at.offset, endOffset: lastEnd + 1 }));
});

const isOpenLambda = (source: Source, { offset }: Range): boolean => rangeAt(openLambdas(source), offset) !== undefined;

/** `${{ matrix.os }}`: every value of the matrix. */
function inMatrix(job: YamlNode, runner: string): string[] {
  const name = /^\$\{\{\s*matrix\.([\w-]+)\s*\}\}$/.exec(runner)?.[1];
  if (name === undefined) return [runner];
  const matrix = childOf(job, 'strategy')?.children.find(({ key }) => key === 'matrix');
  const values = matrix ? valuesOf(childOf(matrix, name)) : [];
  return values.length > 0 ? values : [runner];
}

/** The job that contains a place, otherwise all jobs. */
function around(jobs: readonly YamlNode[], { offset }: Range): readonly YamlNode[] {
  const own = jobs.filter((job) => job.at.offset <= offset && offset <= job.lastEnd);
  return own.length > 0 && own.some((job) => childOf(job, 'runs-on') ?? childOf(job, 'tags')) ? own : jobs;
}

/** A value, or the items of a list. */
function valuesOf(node: YamlNode | undefined): string[] {
  if (!node) return [];
  const listed = node.value.replace(/^\[|\]$/g, '').split(',');
  const items = [...everyNode(node.children)].map(({ value }) => value);
  return [...listed, ...items].map((one) => one.trim().replace(/^["']|["']$/g, '')).filter((one) => one !== '');
}
