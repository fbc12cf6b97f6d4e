import type { ChildProcessWithoutNullStreams } from 'node:child_process';

export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** One end of a language server's protocol, over the server's standard input and output. */
export interface Connection {
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** @param answer the client's answer to requests and notifications of the server */
export function connection(server: ChildProcessWithoutNullStreams, answer: (message: Message) => unknown): Connection {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const write = (message: Message): void => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    server.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  };
  const receive = (message: Message): void => {
    const { id, method, result, error } = message;
    if (method !== undefined) {
      const said = answer(message) ?? null;
      if (id !== undefined) write({ id, result: said });
      return;
    }
    const asked = waiting.get(id ?? -1);
    waiting.delete(id ?? -1);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  };
  server.stdout.on('data', messages(receive));
  server.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the server ended (${code ?? 'signal'})`));
  });
  return {
    notify: (method, params) => write({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        write({ id, method, params });
      }),
  };
}

/** Collects bytes and returns complete messages. */
function messages(receive: (message: Message) => void): (chunk: Buffer) => void {
  let buffer = Buffer.alloc(0);
  return (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const head = buffer.indexOf('\r\n\r\n');
      const [, length] = /content-length: *(\d+)/i.exec(buffer.toString('ascii', 0, Math.max(head, 0))) ?? [];
      const end = head + 4 + Number(length);
      if (head < 0 || buffer.length < end) return;
      const body = buffer.toString('utf8', head + 4, end);
      buffer = buffer.subarray(end);
      receive(JSON.parse(body) as Message);
    }
  };
}
