import PLATFORMS from './platforms.json' with { type: 'json' };
import type { Network } from '../config/config.ts';
import { childOf, everyNode, yamlRoots, type YamlNode } from '../read/yaml.ts';
import { anyForm, oncePerText, type Range, type Source } from '../text/source.ts';

const WORKFLOW = /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/;
// Files of platforms and CI systems with public addresses, unless they name machines of their own (read 2026-11).
const ANY_PLATFORM = anyForm('', [WORKFLOW.source, ...PLATFORMS.map(({ path }) => path)]);

/** A step that arranges a private network. */
const TUNNEL = /tailscale|wireguard|openvpn|\bvpn\b|\bssh[ \t]+-\w{0,4}[LDN]/i;
/** Labels of GitHub's own runners. Larger runners with a name of their own may have a private network. */
const HOSTED = /^(?:ubuntu|windows|macos)-(?:latest|slim|\d[\w.-]{0,20})$/;

/** The network in which code runs, and the platform that shows it (`null`: the config says it), or `null`. */
export function fileNetwork(source: Source, at: Range, configured: Network | null) {
  if (configured) return { network: configured, platform: null };
  const { path, text } = source;
  const isRun = ({ path: file, own }: (typeof PLATFORMS)[number]): boolean =>
    new RegExp(file).test(path) && (own === undefined || !new RegExp(own).test(text));
  if (!ANY_PLATFORM.test(path)) return null;
  const platform = WORKFLOW.test(path) ? runnerOf(source, at) : (PLATFORMS.find(isRun)?.platform ?? null);
  return platform === null || isTunneled(source) ? null : { network: 'public' as const, platform };
}

function runnerOf(source: Source, { offset }: Range): string | null {
  const all = yamlRoots(source).find(({ key }) => key === 'jobs')?.children ?? [];
  // The job that contains a place, otherwise all jobs.
  const own = all.filter((job) => job.at.offset <= offset && offset <= job.lastEnd && childOf(job, 'runs-on'));
  const runners = (own.length > 0 ? own : all).flatMap((job) =>
    valuesOf(childOf(job, 'runs-on')).flatMap((one) => inMatrix(job, one)),
  );
  return runners.length > 0 && runners.every((one) => HOSTED.test(one)) ? 'a runner of GitHub' : null;
}

const isTunneled = oncePerText(({ text }: Source) => TUNNEL.test(text));

/** `${{ matrix.os }}`: every value of the matrix. */
function inMatrix(job: YamlNode, runner: string): string[] {
  const name = /^\$\{\{\s*matrix\.([\w-]+)\s*\}\}$/.exec(runner)?.[1];
  if (name === undefined) return [runner];
  const matrix = childOf(job, 'strategy')?.children.find(({ key }) => key === 'matrix');
  const values = valuesOf(matrix && childOf(matrix, name));
  return values.length > 0 ? values : [runner];
}

/** A value, or the items of a list. */
function valuesOf(node: YamlNode | undefined): string[] {
  if (!node) return [];
  const listed = node.value.replace(/^\[|\]$/g, '').split(',');
  const items = [...everyNode(node.children)].map(({ value }) => value);
  return [...listed, ...items].map((one) => one.trim().replace(/^["']|["']$/g, '')).filter((one) => one !== '');
}
