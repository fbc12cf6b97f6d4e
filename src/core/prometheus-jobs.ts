import type { ServiceProfile } from './service.ts';
import type { Source } from './source.ts';
import { childOf, everyNode, yamlLines } from './yaml-lines.ts';
import type { YamlNode } from './yaml-lines.ts';

/** A scrape job of a Prometheus configuration, wherever in a file it stands. */
export interface PrometheusJob {
  readonly item: YamlNode;
  readonly name: YamlNode;
  /** Entries of `http_sd_configs` that ask the service. */
  readonly discoveries: readonly { readonly entry: YamlNode; readonly url: YamlNode }[];
  /** True when a template or an alias may add settings that are not to be seen. */
  readonly open: boolean;
}

/** The jobs of a YAML file; none for a file of another format. */
export function prometheusJobs({ path, text }: Source, profile: ServiceProfile): readonly PrometheusJob[] {
  if (!/\.ya?ml(?:\.\w{1,12})?$/i.test(path)) return [];
  return [...everyNode(yamlLines(text))].flatMap((item) => {
    const name = item.key === null ? childOf(item, 'job_name') : undefined;
    if (!name) return [];
    const entries = childOf(item, 'http_sd_configs')?.children ?? [];
    const discoveries = entries.flatMap((entry) => {
      const url = childOf(entry, 'url');
      return url && isDiscovery(url.value, profile) ? [{ entry, url }] : [];
    });
    return [{ item, name, discoveries, open: item.open || [...everyNode([item])].some(({ value }) => isAlias(value)) }];
  });
}

/** True for the address that answers with the targets. */
export function isDiscovery(address: string, { metrics }: ServiceProfile): boolean {
  return address.includes(`${metrics.path}/groups/`) && /\/discovery(?:$|[?#"'\]])/.test(address);
}

const isAlias = (value: string): boolean => value.startsWith('*');
