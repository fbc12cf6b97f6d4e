import { redacted } from '../core/redact.ts';
import type { ServiceProfile } from '../core/service.ts';
import { findStrings } from '../readers/strings.ts';

/** A suppression with the credentials hidden that somebody wrote into its reason. */
export function plainReason<S extends { readonly reason: string | null }>(suppression: S, profile: ServiceProfile): S {
  const { reason } = suppression;
  if (reason === null || !/[@:]/.test(reason)) return suppression;
  return { ...suppression, reason: withoutSecrets(reason, profile) };
}

/** A sentence with the credentials of the strings in it hidden. */
function withoutSecrets(text: string, profile: ServiceProfile): string {
  let shown = '';
  let at = 0;
  for (const { literal, secrets, range, inValue } of findStrings({ path: 'reason.txt', text }, profile)) {
    if (secrets.length === 0 || range.offset < at) continue;
    shown += text.slice(at, range.offset) + redacted(literal, secrets, inValue.offset, inValue.endOffset);
    at = range.endOffset;
  }
  return shown + text.slice(at);
}
