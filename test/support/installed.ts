import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run } from './cli.ts';
import { copyRepository, REPOSITORY } from './copy.ts';
import { writeFiles } from './write-files.ts';

/** A user's project in its own folder. */
export interface Installed {
  readonly root: string;
  write(files: Readonly<Record<string, string>>): void;
  /** Runs a program with arguments in the project. Programs of packages are found by command name. */
  run(command: string, ...args: string[]): Run;
  remove(): void;
}

/**
 * The package of the current sources as it would be published. The caller removes the folder.
 * @param withTypes builds the declarations too, which takes most of the time
 */
export function packed(withTypes = false): { readonly folder: string; readonly tarball: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-pack-')));
  const source = join(folder, 'source');
  mkdirSync(source);
  copyRepository(source);
  if (withTypes) started('node', ['tools/build.mjs', '--types', '--out', join(source, 'hooks')], REPOSITORY);
  const { stdout } = started('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], source);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return { folder, tarball: join(folder, filename) };
}

/** Installs packages into a new project like a user. Throws with npm's output on failure. */
export function installed(packages: readonly string[], manifest: Readonly<Record<string, unknown>> = {}): Installed {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-project-')));
  const write = (files: Readonly<Record<string, string>>): void => {
    writeFiles(root, files);
  };
  write({ 'package.json': JSON.stringify({ name: 'project', private: true, type: 'module', ...manifest }) });
  const project: Installed = {
    root,
    write,
    run(command, ...args) {
      const own = join(root, 'node_modules/.bin', command);
      return started(existsSync(own) ? own : command, args, root);
    },
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--install-links',
    '--loglevel=error',
  ];
  const { code, stderr } = project.run('npm', 'install', ...flags, ...packages);
  if (code === 0) return project;
  project.remove();
  throw new Error(stderr);
}

function started(command: string, args: readonly string[], cwd: string): Run {
  const env = { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' };
  const run = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.error) throw run.error;
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}
