import { linesOf } from './parse-lines.ts';
import type { NamedVersion } from './manifests.ts';
import { quotedRequirements } from './parse-structured.ts';

/** Manifests that are programs. Only plain strings in them are read. */

/** The value of a variable that the same file sets to a string, otherwise `null`. */
function variable(text: string, name: string): string | null {
  return (
    new RegExp(String.raw`\b${name}["'\]]{0,2}\s{0,4}(?:=|:)\s{0,4}["']([^"'$]{1,60})["']`).exec(text)?.[1] ?? null
  );
}

/** `4.2.3`, or the value of `$mongoVersion` or `${versions.mongo}`. */
function resolved(text: string, written: string): string | null {
  if (!written.includes('$')) return written;
  const [, name] = /^\$\{?(?:[\w.]{0,80}[.])?(\w{1,60})\}?$/.exec(written) ?? [];
  return name === undefined ? null : variable(text, name);
}

const COORDINATES = /["'](org\.mongodb[\w.]{0,20}):([\w.-]{1,60})(?::([^"':@]{1,60}))?/g;
const NAMED =
  /\bgroup\s{0,3}[:=]\s{0,3}["'](org\.mongodb[\w.]{0,20})["'],\s{0,40}name\s{0,3}[:=]\s{0,3}["']([\w.-]{1,60})["'](?:,\s{0,40}version\s{0,3}[:=]\s{0,3}["']?([^"',)\s]{1,60}))?/g;

/** Gradle in Groovy and Kotlin. */
export function gradle(text: string): NamedVersion[] {
  return [...text.matchAll(COORDINATES), ...text.matchAll(NAMED)].map(([, group = '', artifact = '', version]) => ({
    name: `${group}:${artifact}`,
    text: version === undefined ? null : resolved(text, /^[A-Za-z_]/.test(version) ? `$${version}` : version),
    dialect: 'interval',
  }));
}

const SBT =
  /"(org\.mongodb[\w.]{0,20})"\s{0,4}%{1,3}\s{0,4}"([\w.-]{1,60})"\s{0,4}%\s{0,4}(?:"([^"]{1,60})"|(\w{1,60}))/g;

export function sbt(text: string): NamedVersion[] {
  return [...text.matchAll(SBT)].map(([, group = '', artifact = '', version, name]) => ({
    name: `${group}:${artifact}`,
    text: version ?? (name === undefined ? null : variable(text, name)),
    dialect: 'interval',
  }));
}

export function setupPy(text: string): NamedVersion[] {
  return linesOf(text).flatMap(quotedRequirements);
}

const SWIFT_RANGES: readonly (readonly [form: RegExp, range: (first: string, second: string) => string])[] = [
  [/"(\d[\w.]{0,30})"\s{0,3}\.\.<\s{0,3}"(\d[\w.]{0,30})"/, (low, high) => `>=${low} <${high}`],
  [/upToNextMinor\(\s{0,3}from:\s{0,3}"(\d[\w.]{0,30})"/, (low) => `~${low}`],
  [/from:\s{0,3}"(\d[\w.]{0,30})"/, (low) => `^${low}`],
  [/exact[:(]\s{0,3}"(\d[\w.]{0,30})"/, (version) => version],
];

/** The part of `.package(url: …)` after the driver's address. */
export function swiftPackage(text: string): NamedVersion[] {
  const name = 'mongo-swift-driver';
  const at = text.indexOf(`/${name}`);
  if (at < 0) return [];
  const [rest = ''] = text.slice(at, at + 300).split('\n.package', 1);
  for (const [form, range] of SWIFT_RANGES) {
    const [, first, second = ''] = form.exec(rest) ?? [];
    if (first !== undefined) return [{ name, text: range(first, second), dialect: 'npm' }];
  }
  return [{ name, text: null, dialect: 'npm' }];
}
