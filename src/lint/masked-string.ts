import { overlaps, type Range } from '../text/source.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import { PLACEHOLDER, type Placeholder } from '../text/literal.ts';
import { hiddenRanges, MASK } from '../classify/shown.ts';

/** A found string without credentials. All offsets stay valid, and characters of credentials are replaced. */
export interface MaskedString extends FoundString {
  /** Number of characters of the literal before and after `literal.value`, which belong to other strings. */
  readonly around: readonly [before: number, after: number];
}

/** Replaces a hidden character. Hosts, options and placeholders do not contain it. */
export const HIDDEN = '*';

export function maskedString(string: FoundString): MaskedString {
  const { literal, inValue } = string;
  const secrets = hiddenRanges(string);
  const isSecret = (range: Range): boolean => secrets.some((secret) => overlaps(secret, range));
  const isHere = (at: number): boolean => at >= inValue.offset && at < inValue.endOffset;
  return {
    ...string,
    around: [inValue.offset, literal.value.length - inValue.endOffset],
    literal: {
      ...literal,
      value: withoutSecrets(string, secrets),
      segments: literal.segments.filter(({ at, length }) => at < inValue.endOffset && at + length > inValue.offset),
      placeholders: literal.placeholders
        .filter(({ at }) => isHere(at))
        .map((placeholder) => maskedPlaceholder(placeholder, secrets)),
    },
    hosts: string.hosts.map((host) => (isSecret(host.hostRange) ? maskedHost(host) : host)),
    uri: string.uri && {
      ...string.uri,
      hosts: string.uri.hosts.map((host) => (isSecret(host.hostRange) ? { ...host, host: MASK } : host)),
      database: string.uri.databaseRange && isSecret(string.uri.databaseRange) ? MASK : string.uri.database,
      options: string.uri.options.map((option) => ({
        ...option,
        name: isSecret(option.nameRange) ? MASK : option.name,
        value: option.valueRange && isSecret(option.valueRange) ? null : option.value,
      })),
    },
  };
}

/** Restores the string, except for hidden characters. */
export function unmaskedString({ around: [before, after], ...string }: MaskedString): FoundString {
  const value = HIDDEN.repeat(before) + string.literal.value + HIDDEN.repeat(after);
  return { ...string, literal: { ...string.literal, value } };
}

function withoutSecrets({ literal, inValue }: FoundString, secrets: readonly Range[]): string {
  let text = '';
  let at = inValue.offset;
  for (const secret of secrets) {
    const from = Math.max(at, Math.min(secret.offset, inValue.endOffset));
    const to = Math.max(from, Math.min(secret.endOffset, inValue.endOffset));
    text += literal.value.slice(at, from) + hidden(literal.value.slice(from, to));
    at = to;
  }
  return text + literal.value.slice(at, inValue.endOffset);
}

const hidden = (text: string): string => text.replace(/[^]/g, (unit) => (unit === PLACEHOLDER ? PLACEHOLDER : HIDDEN));

/** A placeholder whose text is not shown, such as a password between brackets, is masked like any secret. */
function maskedPlaceholder(placeholder: Placeholder, secrets: readonly Range[]): Placeholder {
  const isHidden = secrets.some(({ offset, endOffset }) => offset <= placeholder.at && placeholder.at < endOffset);
  return isHidden ? { ...placeholder, text: MASK, name: null } : placeholder;
}

function maskedHost(host: FoundHost): FoundHost {
  return { ...host, host: MASK, class: { ...host.class, cluster: null, token: null, region: null } };
}
