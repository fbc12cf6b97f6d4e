import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ATLAS } from '../../src/classify/service.ts';
import { fixtureProjects } from './admin-api/api-project.ts';
import type { DemoProject } from './admin-api/api-project.ts';
import { startApiServer } from './admin-api/api-server.ts';
import type { ApiServer, ApiServerOptions } from './admin-api/api-server.ts';
import { credentialFrom } from '../../src/node/admin-api/credentials.ts';
import { openSession, type ApiSession } from '../../src/node/admin-api/auth.ts';
import { UserError } from '../../src/node/errors.ts';
import { expect } from 'vitest';
import { PROGRAM } from './run-program.ts';
import type { Run } from './cli.ts';

/** Credentials that may occur only in headers. */
export const CANARY = {
  accessToken: 'canary-access-token-4711',
  clientId: 'mdb_sa_id_canary4712',
  clientSecret: 'mdb_sa_sk_canary4713',
  publicKey: 'canaryky',
  privateKey: 'ca4a4714-0000-4000-8000-00000000cafe',
};

const names = ATLAS.access.variables;
/** The environment for each way to authenticate. */
export const WAYS = {
  token: { [names.accessToken]: CANARY.accessToken },
  'service account': { [names.clientId]: CANARY.clientId, [names.clientSecret]: CANARY.clientSecret },
  'API key': { [names.publicKey]: CANARY.publicKey, [names.privateKey]: CANARY.privateKey },
} as const;
export type Way = keyof typeof WAYS;

/** All forms in which a canary could leak. */
export function canariesIn(text: string): string[] {
  const pairs = [`${CANARY.clientId}:${CANARY.clientSecret}`, `${CANARY.publicKey}:${CANARY.privateKey}`];
  const forms = [...Object.values(CANARY), ...pairs.map((pair) => Buffer.from(pair).toString('base64'))];
  return forms.filter((form) => text.includes(form));
}

/** Projects of the fixtures by provider. */
export function demoProjects(): { all: DemoProject[]; aws: DemoProject; azure: DemoProject } {
  const all = fixtureProjects(fileURLToPath(new URL('../../fixtures/', import.meta.url)));
  return {
    all,
    aws: all.find(({ name }) => name.includes('aws'))!,
    azure: all.find(({ name }) => name.includes('azure'))!,
  };
}

export async function withApi<T>(
  options: Partial<ApiServerOptions>,
  use: (server: ApiServer) => Promise<T>,
): Promise<T> {
  const server = await startApiServer({ projects: demoProjects().all, accounts: CANARY, ...options });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** The error message of a failed call. */
export async function trouble(pulled: Promise<unknown>): Promise<string> {
  const error: unknown = await pulled.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  const { message, hint } = error as UserError;
  expect(canariesIn(`${message} ${hint ?? ''}`)).toEqual([]);
  return `${message}\n${hint ?? ''}`;
}

/** A session with pauses of no length, and the requested pauses. */
export function testSession(
  base: string,
  environment: Readonly<Record<string, string>>,
  tools: Partial<ApiSession['tools']> = {},
): ApiSession & { readonly pauses: number[] } {
  const pauses: number[] = [];
  const sleep = (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  const limits = { sleep, requestTime: 20_000, ...tools };
  const session = openSession(new URL(base), ATLAS, credentialFrom(environment, names), limits);
  return { ...session, pauses };
}

/** Runs the program beside a server in this process. */
export function runBeside(
  args: readonly string[],
  options: { cwd: string; env?: Readonly<Record<string, string>> },
): Promise<Run> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !Object.values(names).includes(name)));
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: options.cwd,
    env: { ...own, NO_COLOR: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
}
