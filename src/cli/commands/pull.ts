import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RULES } from '../../../rules/index.ts';
import type { ServiceProfile } from '../../classify/service.ts';
import { buildFacts } from '../../facts/build.ts';
import { parsedJson } from '../../text/json.ts';
import { isFactFile, type FactFile } from '../../facts/read.ts';
import { openSession, type ApiSession } from '../../node/admin-api/auth.ts';
import { chooseBase, credentialFrom } from '../../node/admin-api/credentials.ts';
import { pullFacts, type PartReport } from '../../node/admin-api/pull.ts';
import { UserError } from '../../node/errors.ts';
import { displayPath } from '../../node/fs/paths.ts';
import { textOrNull } from '../../node/fs/read-file.ts';
import { refuseOutside, writeFileAtomically } from '../../node/fs/write-file.ts';
import { dayOf, openConfig } from '../../node/project/project.ts';
import { escapeControlCharsIn } from '../../text/escape-control-chars.ts';
import { configChoice } from '../arguments.ts';
import type { Parsed } from '../options.ts';
import { print, writeStderr } from '../output.ts';

/** Time for one answer, in milliseconds. */
const ANSWER_TIME = 30_000;

/** Exit code 0: complete, 1: written, but something could not be read, 2: nothing written. */
export async function run(parsed: Parsed): Promise<number> {
  if (parsed.positionals.length > 0) throw new UserError('pull takes no path', 'Name the file with --out.');
  const opened = openConfig({ cwd: process.cwd(), config: configChoice(parsed), rules: RULES });
  const projects = projectIds(parsed);
  const out = parsed.value('out');
  if (out === undefined) throw new UserError('pull needs --out <file>', 'Example: --out facts/prod.json');
  // A file with other contents is refused before any request.
  const path = factFileToWrite(opened.root, out);
  const credential = credentialFrom(process.env, opened.profile.access.variables);
  const base = chooseBase(parsed.value('base-url'), opened.profile);
  const session = openSession(base, opened.profile, credential, { sleep, requestTime: ANSWER_TIME });
  const pulled = await pullAll(session, projects, dayOf(parsed.value('today')));
  const files = pulled.map(({ file }) => file);
  writeFileAtomically(path, factsText(path, files, opened.profile));
  for (const { project, parts } of pulled) print(partsText(project, parts));
  writeStderr(`connlint: wrote ${displayPath(path)} (credential: ${credential.kind})\n`);
  const denied = pulled.flatMap(({ parts }) => parts.filter(({ state }) => state === 'denied'));
  for (const { words, detail, cost, hint } of denied)
    writeStderr(`connlint: ${words} could not be read (${detail}): ${cost}\n${hint === null ? '' : `${hint}\n`}`);
  return denied.length > 0 ? 1 : 0;
}

/** The absolute path. Throws a `UserError` for a file with other contents, and for a link out of the repository. */
function factFileToWrite(root: string, named: string): string {
  const path = resolve(named);
  const all: readonly unknown[] = [parsedJson(textOrNull(path) ?? '')].flat();
  if (existsSync(path) && !(all.length > 0 && all.every(isFactFile))) {
    const hint = 'Use another file with --out, or remove this one.';
    throw new UserError(`${displayPath(path)} exists and was not written by connlint pull`, hint);
  }
  refuseOutside(root, path);
  return path;
}

/** The facts of one project, or a list, read back as other commands will. Throws a `UserError` if that fails. */
function factsText(path: string, files: readonly FactFile[], profile: ServiceProfile): string {
  const text = `${escapeControlCharsIn(JSON.stringify(files.length === 1 ? files[0] : files, null, 2), 'json')}\n`;
  const [problem] = buildFacts([{ file: displayPath(path), value: JSON.parse(text) }], {}, profile).problems;
  if (problem) throw new UserError(`unexpected answer of the API: ${problem.message}`, problem.hint);
  return text;
}

/** Reads every project before anything is written, because half of them would look like deleted clusters. */
async function pullAll(session: ApiSession, projects: readonly string[], day: string) {
  try {
    const all = [];
    for (const project of projects) all.push({ project, ...(await pullFacts(session, project, day)) });
    return all;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const hint = [error.hint, 'Nothing was written.'].filter((line) => line !== null).join('\n');
    throw new UserError(error.message, hint);
  }
}

/** A private key that was passed as a project must not appear in an address or message. */
function projectIds(parsed: Parsed): readonly string[] {
  const ids = parsed.values('project').flatMap((value) => value.split(','));
  if (ids.length === 0) throw new UserError('pull needs --project <id>', 'An id has 24 hexadecimal digits.');
  if (ids.every((id) => /^[0-9a-f]{24}$/i.test(id))) return [...new Set(ids.map((id) => id.toLowerCase()))].sort();
  const hint = "An id has 24 hexadecimal digits. It is part of the project's address in the browser.";
  throw new UserError('--project is not a valid project id', hint);
}

function partsText(project: string, parts: readonly PartReport[]): string {
  const width = Math.max(...parts.map(({ words }) => words.length)) + 2;
  const rows = parts.map(({ words, state, detail }) => {
    const what = state === 'read' ? detail : `${state === 'absent' ? 'not there' : 'NOT READ'} (${detail})`;
    return `  ${words.padEnd(width)}${what}\n`;
  });
  return `project ${project}\n${rows.join('')}`;
}
