import { createInterface } from 'node:readline/promises';

/** Asks on a terminal; only `yes` is a yes, and the end of the input is none. */
export async function confirmed(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    const ended = new Promise<string>((done) => lines.once('close', () => done('')));
    const answer = await Promise.race([lines.question(`${question} Type yes to go on: `), ended]);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    lines.close();
  }
}
