// In which file of `hooks/` each part of the command line stands, and how one asks for another.
import { basename } from 'node:path';

const FOLDER = 'parts';

/** The file of a package that is a part of its own. */
export const fileOfPackage = (name) => `${FOLDER}/${name.replace(/^@/, '').replaceAll('/', '-')}.cjs`;

/** Names that last from build to build: a part is called after the largest file in it. */
function namesOf(outputs, entry) {
  const taken = new Map();
  const names = new Map();
  for (const [path, { inputs, entryPoint }] of Object.entries(outputs).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (entryPoint === entry) {
      names.set(basename(path), 'connlint.cjs');
      continue;
    }
    const largest = Object.entries(inputs).sort(
      (a, b) => b[1].bytesInOutput - a[1].bytesInOutput || (a[0] < b[0] ? -1 : 1),
    );
    const source = entryPoint ?? largest[0]?.[0] ?? path;
    const [, folder, name] = /([^/]+)\/([^/]+)\.\w+$/.exec(source);
    const wanted = `${folder}-${name}`;
    const times = taken.get(wanted) ?? 0;
    taken.set(wanted, times + 1);
    names.set(basename(path), `${FOLDER}/${wanted}${times === 0 ? '' : `-${times + 1}`}.cjs`);
  }
  return names;
}

/**
 * What is loaded one after the other anyway stands in one file: to find and read one takes as long as to compile some pages of it.
 * Each group holds what the entry needs at once, as far as `with` does too, without what stands in a group before it.
 */
const GROUPS = [
  { name: 'base', entry: 'src/cli/main.ts' },
  { name: 'search', entry: 'src/cli/commands/check.ts' },
  { name: 'staged', entry: 'src/node/git/staged.ts' },
  { name: 'strings', entry: 'src/cli/commands/check-run.ts', with: 'src/cli/commands/list.ts' },
  { name: 'rules', entry: 'src/cli/commands/check-run.ts' },
];

/** By group, the outputs in it: each behind what it asks for. */
function groupsOf(outputs, entry) {
  const pathOf = (source) => {
    const path = Object.keys(outputs).find((one) => outputs[one].entryPoint === source);
    if (path === undefined) throw new Error(`${source} is loaded by nothing: name another entry in GROUPS`);
    return path;
  };
  const neededBy = (path, found = new Set()) => {
    for (const { path: next, kind } of outputs[path].imports) {
      if (kind === 'import-statement' && outputs[next] && !found.has(next)) neededBy(next, found);
    }
    return found.add(path);
  };
  const taken = new Set([pathOf(entry)]);
  return new Map(
    GROUPS.map((group) => {
      const others = group.with && neededBy(pathOf(group.with));
      const own = [...neededBy(pathOf(group.entry))].filter(
        (path) => !taken.has(path) && (!others || others.has(path)),
      );
      for (const path of own) taken.add(path);
      return [`${FOLDER}/${group.name}.cjs`, own.map((path) => basename(path))];
    }),
  );
}

/** `to` as a file beside or below `from` is asked for it. */
export function reference(from, to) {
  if (!from.startsWith(FOLDER)) return `./${to}`;
  return to.startsWith(FOLDER) ? `./${basename(to)}` : `../${to}`;
}

/**
 * Where the outputs of the bundler are to stand; a part is named by the file name of its output.
 * @param outputs those of esbuild's metafile
 * @param entry the source of the file that is run
 */
export function layoutOf(outputs, entry) {
  const names = namesOf(outputs, entry);
  const groups = groupsOf(outputs, entry);
  const groupOf = new Map([...groups].flatMap(([file, parts]) => parts.map((part) => [part, file])));
  const fileOf = (part) => groupOf.get(part) ?? names.get(part);
  /** The name of a part of a group in its file. */
  const memberOf = (part) => basename(names.get(part), '.cjs').replaceAll(/\W/g, '_');
  /** What a file has in the place of `require` of a part. */
  const required = (file, part) => {
    if (!groupOf.has(part)) return `require("${reference(file, fileOf(part))}")`;
    return fileOf(part) === file ? memberOf(part) : `require("${reference(file, fileOf(part))}").${memberOf(part)}`;
  };
  return { groups, fileOf, memberOf, required };
}
