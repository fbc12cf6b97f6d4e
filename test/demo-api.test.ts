import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Run } from './support/cli.ts';
import { runBeside } from './support/api.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const SERVER = fileURLToPath(new URL('../dist/src/demo/main.js', import.meta.url));

/** The demo as `npm run demo:api` starts it, on a free port, with what it prints. */
async function withDemo<T>(use: (printed: string) => Promise<T>): Promise<T> {
  const server = spawn(process.execPath, [SERVER, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let printed = '';
    for await (const part of server.stdout.setEncoding('utf8')) {
      printed += String(part);
      if (printed.includes('Projects:')) break;
    }
    return await use(printed);
  } finally {
    server.kill();
  }
}

it('README and the demo itself show commands that lead from nothing to a blocked plan', async () => {
  const block = /```sh\n(cd demo\n.*?)```/s.exec(README)?.[1] ?? '';
  const lines = block.split('\n');
  const env = Object.fromEntries([...block.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));
  const folder = mkdtempSync(join(tmpdir(), 'connlint-'));
  try {
    cpSync(fileURLToPath(new URL('../demo/', import.meta.url)), folder, { recursive: true });
    await withDemo(async (printed) => {
      const base = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
      const runs: Run[] = [];
      for (const line of lines.filter((text) => text.startsWith('npx connlint '))) {
        expect(printed.replaceAll(base, 'http://127.0.0.1:8790')).toContain(line);
        const args = line.replace('http://127.0.0.1:8790', base).split(' ').slice(2);
        runs.push(await runBeside(args, { cwd: folder, env }));
      }
      expect(runs.map(({ code }) => code)).toEqual([0, 1, 1]);
      expect(runs[0]?.stdout).toContain('wrote connlint.facts.json');
      expect(runs[1]?.stdout).toMatch(/pluse\.r4t8v.*\n.*nearest: mongodb\+srv:\/\/pulse\.r4t8v/);
      expect(runs[2]?.stdout).toMatch(/^blocked: /m);
      for (const [name, value] of Object.entries(env)) expect(printed).toContain(`export ${name}=${value}`);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
