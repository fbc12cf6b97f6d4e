import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32, type PlatformPath } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { gitProgram, runGit } from '../../../src/node/git/run-git.ts';

/** The result if these programs exist. */
function found(
  { path, untrusted, system }: { path: string; untrusted: readonly string[]; system: PlatformPath },
  ...programs: string[]
): string | null {
  return gitProgram(path, untrusted, system, (one) => programs.includes(one));
}

describe('git', () => {
  it('is taken from outside of the repository, by its absolute path', () => {
    const search = { untrusted: ['/repo'], system: posix };
    const path = '/repo/node_modules/.bin:/usr/bin:/bin';
    expect(found({ ...search, path }, '/repo/node_modules/.bin/git', '/usr/bin/git', '/bin/git')).toBe('/usr/bin/git');
    expect(found({ ...search, path: '/repository/bin' }, '/repository/bin/git')).toBe('/repository/bin/git');
    expect(found({ ...search, path: '/repo/bin' }, '/repo/bin/git')).toBeNull();
  });

  it('is not looked for where the folder depends on the one in which the program runs', () => {
    const path = ':.:bin:./bin:../bin:/usr/bin';
    const programs = ['git', 'bin/git', './git', '../bin/git', '/usr/bin/git'];
    expect(found({ path, untrusted: [], system: posix }, ...programs)).toBe('/usr/bin/git');
  });

  it('on Windows is a program of a folder with a drive, never of the working directory, in any case of letters', () => {
    const search = { untrusted: ['C:\\Work\\repo'], system: win32 };
    const real = 'C:\\Program Files\\Git\\cmd\\git.exe';
    const inside = ['git.exe', 'c:\\work\\REPO\\tools\\git.exe', '\\tools\\git.exe', 'C:tools\\git.exe'];
    const path = ['', '.', 'c:\\work\\REPO\\tools', '\\tools', 'C:tools', '"C:\\Program Files\\Git\\cmd"'].join(';');
    expect(found({ ...search, path }, ...inside, real)).toBe(real);
    expect(found({ ...search, path: 'D:\\bin' }, 'D:\\bin\\git.cmd', 'D:\\bin\\git')).toBeNull();
  });

  it('that does not answer ends at the limit, and is not asked again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'connlint-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = join(folder, 'git');
    writeFileSync(program, '#!/bin/sh\nexec sleep 60\n');
    chmodSync(program, 0o755);
    vi.stubEnv('PATH', folder + posix.delimiter + (process.env.PATH ?? ''));
    const late = { failed: 'git did not answer within 0.2 seconds', stderr: '' };
    expect(runGit('/var', ['status'], { timeout: 200 })).toEqual(late);
    expect(runGit('/var', ['status'])).toEqual(late);
    vi.unstubAllEnvs();
  });
});
