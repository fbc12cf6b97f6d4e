import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ATLAS } from '../../../src/classify/service.ts';
import { gateFor } from './api-accounts.ts';
import type { DemoAccounts, Gate } from './api-accounts.ts';
import type { DemoProject } from './api-project.ts';
import { answerV2, refusal } from './api-routes.ts';
import type { DemoAnswer, RouteRequest } from './api-routes.ts';

/** A simulated failure. */
export interface Fault {
  /** The affected requests, by path and query. */
  readonly path: RegExp;
  /** How many times, always by default. Counts down. */
  times?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of the answer. */
  readonly body?: string;
  /** Milliseconds before anything is sent. */
  readonly delay?: number;
  /** Number of bytes to send before the connection is cut. */
  readonly cutAfter?: number;
  /** Before the credential is checked. */
  readonly early?: boolean;
  /** Called instead of answering, for failures that no other key describes. */
  readonly act?: (response: ServerResponse) => void;
}

export interface ApiServerOptions {
  readonly projects: readonly DemoProject[];
  readonly accounts: DemoAccounts;
  /** 0 for any free port. */
  readonly port?: number;
  readonly today?: string;
  readonly pageSize?: number;
  readonly digest?: 'MD5' | 'SHA-256';
}

/** A received request. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
}

export interface ApiServer {
  /** `http://127.0.0.1:<port>` */
  readonly base: string;
  readonly requests: SeenRequest[];
  /** The first match is used. */
  readonly faults: Fault[];
  readonly gate: Gate;
  close(): Promise<void>;
}

/** A local Admin API with the versions, credentials and errors of Atlas. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const requests: SeenRequest[] = [];
  const faults: Fault[] = [];
  const gate = gateFor(options.accounts, options.digest);
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = 'GET', url = '/', headers } = request;
      requests.push({ method, target: url, headers });
      const fitting = faults.find((one) => one.times !== 0 && one.path.test(url));
      const answer = fitting?.early ? null : answerFor({ method, url, headers, body }, gate, options);
      // A failure replaces a regular answer. A request without permission receives the usual refusal.
      const fault = answer?.status === 401 ? undefined : fitting;
      if (fault?.times !== undefined) fault.times -= 1;
      send(response, answer ?? { status: 200, body: null }, fault);
    });
  });
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}`, requests, faults, gate, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => {
    server.close(() => {
      done();
    });
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

function answerFor({ method, url, headers, body }: Incoming, gate: Gate, options: ApiServerOptions): DemoAnswer {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const authorization = headers.authorization ?? '';
  if (pathname === ATLAS.access.tokenPath && method === 'POST') return tokenAnswer(authorization, body, gate);
  const base = `${ATLAS.api.path}v2`;
  if (!pathname.startsWith(`${base}/`)) return { status: 404, body: 'Not Found' };
  const challenge = gate.check({ method, target: url, authorization });
  if (challenge !== null)
    return { ...refusal(401, 'USER_UNAUTHORIZED', 'Unauthorized'), headers: { 'WWW-Authenticate': challenge } };
  const request: RouteRequest = {
    method,
    path: pathname.slice(base.length),
    query: searchParams,
    accept: headers.accept ?? '',
  };
  const route = { projects: options.projects, today: options.today ?? '2026-11-20', pageSize: options.pageSize ?? 500 };
  return answerV2(request, route);
}

function tokenAnswer(authorization: string, body: string, gate: Gate): DemoAnswer {
  const token = gate.issueToken(authorization);
  if (token === null) return { status: 401, body: { error: 'invalid_client' } };
  if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  return { status: 200, body: { access_token: token, expires_in: 3600, token_type: 'Bearer' } };
}

function send(response: ServerResponse, answer: DemoAnswer, fault: Fault | undefined): void {
  const text = fault?.body ?? (typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  const type = typeof answer.body === 'string' ? 'text/plain' : 'application/json';
  const headers = { 'Content-Type': type, ...answer.headers, ...fault?.headers };
  setTimeout(() => {
    if (fault?.act) {
      fault.act(response);
      return;
    }
    const bytes = Buffer.from(text);
    response.writeHead(fault?.status ?? answer.status, { ...headers, 'Content-Length': bytes.length });
    if (fault?.cutAfter === undefined) response.end(bytes);
    else response.write(bytes.subarray(0, fault.cutAfter), () => response.destroy());
  }, fault?.delay ?? 0);
}
