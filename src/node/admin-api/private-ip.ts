import { flagOf, objectOf } from '../../facts/json.ts';
import { addressOf } from './transport.ts';
import { answerTo, refusalOf, jsonOf } from './client.ts';
import { readFlag, versionsOf } from './resources.ts';
import type { ApiSession } from './session.ts';
import { refusalError } from './errors.ts';
import { UserError } from '../errors.ts';

const WORDS = 'peering-only mode';

const resourceOf = (group: string) => ({ words: WORDS, path: `/groups/${group}/privateIpMode` });

/** Whether peering-only mode is on. Throws a `UserError`. */
export async function readPrivateIpMode(session: ApiSession, group: string): Promise<boolean> {
  const resource = resourceOf(group);
  const reading = await readFlag(session, resource);
  if (reading.ok) return reading.value;
  const url = addressOf(session.base, `${session.profile.api.path}v2${resource.path}`);
  throw refusalError(reading.refusal, { words: WORDS, method: 'GET', url });
}

/** Turns peering-only mode off, which is all that the operation does (API reference, 2026-08). Throws a `UserError`. */
export async function switchPrivateIpModeOff(session: ApiSession, group: string): Promise<void> {
  const resource = resourceOf(group);
  const [newest] = versionsOf(resource, session.profile.api.mediaType);
  const url = addressOf(session.base, `${session.profile.api.path}v2${resource.path}`);
  const type = newest?.accept ?? 'application/json';
  const headers = { Accept: type, 'Content-Type': type };
  const call = { words: WORDS, method: 'PATCH', url, headers, body: '{"enabled":false}' } as const;
  const answer = await answerTo(call, session.auth, session.tools);
  if (answer.status !== 200) throw refusalError(refusalOf(answer), call);
  if (flagOf(objectOf(jsonOf(answer, WORDS))?.enabled) !== false) {
    throw new UserError(
      'the API did not confirm that peering-only mode is off',
      'Look at the project settings: whether it was switched off is not known.',
    );
  }
}
