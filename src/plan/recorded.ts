import type { Facts, ListedString } from '../facts/facts.ts';
import { clustersListing } from '../facts/query.ts';
import { written } from '../lint/string-edits.ts';

/** Whether a record lists the very address that a replacement brings: its form and all its hosts with their ports. */
export function isRecorded(to: string, from: string, facts: Facts): boolean {
  const address = addressIn(to);
  const [first] = address.hosts;
  if (first === undefined || address.list === addressIn(from).list) return false;
  const clusters = clustersListing(facts, first.replace(/:\d{1,5}$/, ''));
  return clusters.some(({ listed }) =>
    listed.some(({ form, hosts }) => {
      const isNode =
        address.form === null && hosts.some((one) => one.host === address.list || written([one]) === address.list);
      return isNode || (written(hosts) === address.list && (address.form === null || address.form === form));
    }),
  );
}

interface Address {
  /** `null` for hosts without a scheme. */
  readonly form: ListedString['form'] | null;
  readonly hosts: readonly string[];
  readonly list: string;
}

function addressIn(text: string): Address {
  const [head = '', scheme] = /^([a-z][a-z0-9.+-]{0,30}):\/\/(?:[^/?]{0,2000}@)?/i.exec(text) ?? [];
  const list = (/^[^/?]{0,8000}/.exec(text.slice(head.length))?.[0] ?? '').toLowerCase();
  const form = scheme === undefined ? null : scheme.toLowerCase().endsWith('+srv') ? 'srv' : 'direct';
  return { form, hosts: list.split(',').filter((host) => host !== ''), list };
}
