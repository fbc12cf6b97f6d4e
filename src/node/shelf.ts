import { Buffer } from 'node:buffer';
import type { ProjectFile } from '../lint/rule.ts';
import { fromPlainRest } from '../lint/kept-rest.ts';
import type { PlainRest, Rest } from '../lint/kept-rest.ts';
import type { KeptSource } from '../lint/file-result.ts';

/** So many strings are kept as they are: a run that has no more must not wait for packing. */
const OPEN = 10_000;
/** So many are packed together: fewer are packed badly, of more much is unpacked for one. */
const BATCH = 1_000;
/** Of zlib: what more of it saves is not worth its time. */
const LEVEL = 1;

/** Keeps what came of any number of texts. */
export interface Shelf {
  /** What to keep in the place of a source; `plain` gives its rest. */
  put(source: KeptSource, plain: () => PlainRest): KeptSource;
}

/** Takes what stands at an index of a batch out again. */
type Load = () => Rest;

/**
 * What is left of a text takes several times the memory of what it says, and is needed again only at the end, file by file: of a
 * run with many strings it is packed. What was unpacked last stays, so that whoever goes through the files in the order in which
 * they came unpacks each batch once.
 * @param open how many strings are kept as they are
 * @param size how many are packed together
 */
export function shelf(open = OPEN, size = BATCH): Shelf {
  let strings = 0;
  let batch = newBatch();
  const last: Last = { batch: null, rests: [] };
  return {
    put(source, plain) {
      strings += source.shown.length;
      if (strings <= open) return source;
      const own = batch;
      const index = own.sources.push({ source, plain }) - 1;
      own.strings += source.shown.length;
      if (own.strings >= size) {
        pack(own);
        batch = newBatch();
      }
      return new ShelvedSource(source, () => restOf(own, index, last));
    },
  };
}

interface Batch {
  /** Until it is packed. */
  sources: { readonly source: KeptSource; readonly plain: () => PlainRest }[];
  strings: number;
  files: readonly string[];
  packed: Buffer | null;
}

interface Last {
  batch: Batch | null;
  rests: readonly PlainRest[];
}

/** Few runs need it. */
const zlib = () => process.getBuiltinModule('node:zlib');

const newBatch = (): Batch => ({ sources: [], strings: 0, files: [], packed: null });

function pack(batch: Batch): void {
  const { deflateRawSync } = zlib();
  batch.packed = deflateRawSync(Buffer.from(JSON.stringify(batch.sources.map(({ plain }) => plain()))), {
    level: LEVEL,
  });
  batch.files = batch.sources.map(({ source }) => source.file);
  batch.sources = [];
}

function restOf(batch: Batch, index: number, last: Last): Rest {
  if (!batch.packed) return batch.sources[index]!.source;
  if (last.batch !== batch) {
    const { inflateRawSync } = zlib();
    last.batch = batch;
    last.rests = JSON.parse(inflateRawSync(batch.packed).toString()) as PlainRest[];
  }
  return fromPlainRest(last.rests[index]!, batch.files[index]!);
}

/** A source whose rest is elsewhere. */
class ShelvedSource implements KeptSource {
  readonly file: string;
  readonly findings: KeptSource['findings'];
  readonly directives: KeptSource['directives'];
  readonly project: ProjectFile | null;
  readonly #load: Load;

  constructor({ file, findings, directives, notes, project }: KeptSource, load: Load) {
    this.file = file;
    this.findings = findings;
    this.directives = directives;
    this.#load = load;
    const rules = notes && rulesOf(notes);
    this.project = project && {
      path: file,
      notes: (rule) => (rules!.includes(rule) ? (load().notes?.get(rule) ?? []) : []),
      context: project.context,
    };
  }

  get shown(): KeptSource['shown'] {
    return this.#load().shown;
  }

  get unknown(): KeptSource['unknown'] {
    return this.#load().unknown;
  }

  get notes(): KeptSource['notes'] {
    return this.#load().notes;
  }

  get lines(): KeptSource['lines'] {
    return this.#load().lines;
  }
}

const known = new Map<string, readonly string[]>();

/** Most files have notes of the same few rules: their names are kept once. */
function rulesOf(notes: ReadonlyMap<string, unknown>): readonly string[] {
  const rules = [...notes.keys()];
  const key = rules.join();
  const same = known.get(key);
  if (same) return same;
  known.set(key, rules);
  return rules;
}
