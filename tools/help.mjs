import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** With `--help`: prints the comment at the top of a tool and exits. */
export function printHelp(url) {
  if (!process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) return;
  const [comment = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(fileURLToPath(url), 'utf8')) ?? [];
  process.stdout.write(comment.replace(/^\/\/ ?/gm, ''));
  process.exit(0);
}
