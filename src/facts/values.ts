import { objectOf, objectsOf, textOf, type JsonObject } from './json.ts';

/** A value that programs read from outside of the tree, with the place from which they get it. */
export interface ReadValue {
  /** The key of the secret or config map, or the name of the variable. */
  readonly key: string;
  /** As it is: it may contain a password, and is never printed. */
  readonly text: string;
  /** The Kubernetes object that holds it. `null` for a variable of an environment. */
  readonly from: {
    readonly kind: 'secret' | 'configmap';
    readonly name: string;
    readonly namespace: string | null;
  } | null;
  readonly source: string;
}

/**
 * The values in the output of `kubectl get secret,configmap -o json`, or in a dump of an environment (`env`, `.env`, a
 * JSON object of texts). `null` for anything else.
 */
export function valuesIn(text: string, value: unknown, source: string): readonly ReadValue[] | null {
  if (value === undefined) return variablesIn(text, source);
  const objects = kubernetesObjects(value);
  if (objects.length > 0) return objects.flatMap((object) => objectValues(object, source));
  const variables = Object.entries(objectOf(value) ?? {});
  const isDump = variables.length > 0 && variables.every(([key, one]) => VARIABLE.test(key) && typeof one === 'string');
  return isDump ? variables.map(([key, one]) => ({ key, text: one as string, from: null, source })) : null;
}

/** Secrets and config maps, one or a list of them. */
function kubernetesObjects(value: unknown): readonly JsonObject[] {
  const list = Array.isArray(value) ? value : [value];
  return objectsOf(
    list.flatMap((one: unknown) => (objectOf(one)?.kind === 'List' ? objectOf(one)?.items : one)),
  ).filter(({ kind }) => kind === 'Secret' || kind === 'ConfigMap');
}

function objectValues({ kind, metadata, data, stringData }: JsonObject, source: string): readonly ReadValue[] {
  const [{ name, namespace } = {} as JsonObject] = objectsOf(metadata);
  const from = {
    kind: kind === 'Secret' ? ('secret' as const) : ('configmap' as const),
    name: textOf(name) ?? '',
    namespace: textOf(namespace) ?? null,
  };
  const values = (part: unknown, read: (text: string) => string): ReadValue[] =>
    Object.entries(objectOf(part) ?? {}).flatMap(([key, one]) =>
      typeof one === 'string' ? [{ key, text: read(one), from, source }] : [],
    );
  const decoded = kind === 'Secret' ? decodeBase64 : (one: string) => one;
  return [...values(data, decoded), ...values(stringData, (one) => one)];
}

function decodeBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}

const VARIABLE = /^[A-Za-z_][\w.-]*$/;
const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)=(.*)$/;

/** Lines of `NAME=value`. A line of another form continues the value before it. */
function variablesIn(text: string, source: string): readonly ReadValue[] | null {
  const values: ReadValue[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, key, written = ''] = ASSIGNMENT.exec(line) ?? [];
    if (key !== undefined) values.push({ key, text: unquoted(written.trim()), from: null, source });
    else if (values.length === 0) return null;
  }
  return values.length === 0 ? null : values;
}

const unquoted = (text: string): string => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;
