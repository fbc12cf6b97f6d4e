import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connlint } from '../support/cli.ts';
import type { Run } from '../support/cli.ts';
import { PROGRAM } from '../support/run-program.ts';
import { GIT_ENV, repositoryAt } from '../support/repository.ts';
import type { Repository } from '../support/repository.ts';

const OLD = 'A=mongodb+srv://gable.k4j5h.mongodb.net:27017/g\n';
const NEW = 'B=mongodb+srv://ridge.k4j5h.mongodb.net:27018/g\n';

let top: string;
let root: string;
let canary: string;
let mark: string;
let repository: Repository;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-hostile-')));
  root = join(top, 'repo');
  mark = join(top, 'ran');
  canary = join(top, 'canary');
  mkdirSync(root);
  writeFileSync(canary, `#!/bin/sh\ntouch '${mark}'\nexit 1\n`, { mode: 0o755 });
  repository = repositoryAt(root);
  repository.git('init', '--quiet', '--initial-branch=main');
});
afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const commitAll = (): void => {
  repository.git('add', '--all');
  repository.git('commit', '--quiet', '--message', 'files');
};
const run = (...args: readonly string[]): Run => connlint(args, { cwd: root, env: GIT_ENV });

const LOOKS = [
  ['check'],
  ['check', '--since', 'HEAD'],
  ['check', '--staged'],
  ['check', '--fix'],
  ['list'],
  ['config', 'a.env'],
] as const;

/** Two commits, a staged and an unstaged change, and files whose contents Git must compare again. */
function history(): void {
  put('a.env', OLD);
  put('sub/b.env', OLD);
  commitAll();
  put('a.env', `${OLD}# more\n`);
  commitAll();
  put('sub/b.env', `${OLD}${NEW}`);
  repository.git('add', '--all');
  put('a.env', `${NEW}# more\n`);
  put('new.env', NEW);
}

function each(looks: readonly (readonly string[])[] = LOOKS): void {
  for (const args of looks) {
    const { code, stderr } = run(...args);
    expect({ args, ran: existsSync(mark), code }).toEqual({ args, ran: false, code: expect.toSatisfy((n) => n !== 3) });
    expect(stderr).not.toContain('internal error');
  }
}

describe('a program that the configuration of a repository names', () => {
  it.each([
    ['core.fsmonitor'],
    ['core.sshCommand'],
    ['core.pager'],
    ['pager.ls-files'],
    ['pager.diff-index'],
    ['core.editor'],
    ['core.askPass'],
    ['core.gitProxy'],
    ['core.alternateRefsCommand'],
    ['credential.helper'],
    ['diff.external'],
    ['diff.mine.command'],
    ['diff.mine.textconv'],
    ['filter.mine.clean'],
    ['filter.mine.smudge'],
    ['filter.mine.process'],
    ['merge.mine.driver'],
    ['uploadpack.packObjectsHook'],
    ['gpg.program'],
    ['hook.mine.command'],
    ['interactive.diffFilter'],
    ['remote.origin.vcs'],
  ])('%s does not run', (key) => {
    put('.gitattributes', '* filter=mine diff=mine merge=mine\n');
    history();
    repository.git('config', key, canary);
    repository.git('config', 'filter.mine.required', 'true');
    // Times that make Git compare contents.
    const now = new Date();
    utimesSync(join(root, 'a.env'), now, now);
    utimesSync(join(root, '.git/index'), now, now);
    each();
  });

  it('for a filter does not run for a file of the size and the time that the index has', () => {
    put('.gitattributes', '* filter=mine\n');
    put('a.env', OLD);
    commitAll();
    repository.git('config', 'filter.mine.clean', canary);
    const time = new Date(Date.now() - 60_000);
    put('a.env', OLD.replace('gable', 'cable'));
    utimesSync(join(root, 'a.env'), time, time);
    utimesSync(join(root, '.git/index'), new Date(0), new Date(0));
    expect(run('check', '--since', 'HEAD').stdout).toContain('a.env');
    each();
  });

  it.each(['ls-files', 'diff-index', 'cat-file', 'merge-base', 'check-ignore', 'rev-parse'])(
    'as alias of %s does not run',
    (command) => {
      history();
      repository.git('config', `alias.${command}`, `!${canary}`);
      each();
    },
  );

  it('does not run from an included file, nor as a hook', () => {
    history();
    writeFileSync(join(top, 'more'), `[core]\n\tfsmonitor = ${canary}\n[filter "mine"]\n\tclean = ${canary}\n`);
    put('.gitattributes', '* filter=mine\n');
    repository.git('config', 'include.path', join(top, 'more'));
    repository.git('config', `includeIf.gitdir:${top}/.path`, join(top, 'more'));
    repository.git('config', 'core.hooksPath', join(root, 'hooks'));
    for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-commit']) {
      put(`hooks/${hook}`, `#!/bin/sh\ntouch '${mark}'\n`);
      chmodSync(join(root, 'hooks', hook), 0o755);
      symlinkSync(join(root, 'hooks', hook), join(root, '.git/hooks', hook));
    }
    each();
  });
});

describe('a partial clone', () => {
  /** A clone without old contents (`blob:none`) or without old trees too, whose remote is a program. */
  function clone(filter: string): void {
    history();
    commitAll();
    repository.git('config', 'uploadpack.allowFilter', 'true');
    const url = `file://${root}`;
    root = join(top, 'clone');
    execFileSync('git', ['clone', '--quiet', `--filter=${filter}`, url, root], {
      env: { ...process.env, ...GIT_ENV },
      stdio: 'pipe',
    });
    repository = repositoryAt(root);
    for (const key of ['remote.origin.uploadpack', 'core.sshCommand', 'remote.origin.vcs', 'fetch.bundleURI'])
      repository.git('config', key, canary);
    put('a.env', `${OLD}${NEW}`);
  }

  it('asks nobody for what it lacks', () => {
    clone('blob:none');
    each([...LOOKS, ['check', '--since', 'HEAD~2']]);
  });

  it.each(['blob:none', 'tree:0'])('says what to fetch where the history is cloned with %s', (filter) => {
    clone(filter);
    const { code, stdout, stderr } = run('check', '--since', 'HEAD~2');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/git fetch --refetch origin/);
    each();
  });
});

describe('a repository that names another place', () => {
  it('as its working tree is read where it is', () => {
    history();
    mkdirSync(join(top, 'other'));
    writeFileSync(join(top, 'other/secret.env'), NEW);
    for (const other of [join(top, 'other'), '/', '../..']) {
      repository.git('config', 'core.worktree', other);
      const listed = run('list').stdout;
      expect(listed).toContain('sub/b.env');
      expect(listed).not.toContain('secret.env');
      expect(run('check', '--since', 'HEAD').stdout).toContain('new.env');
    }
  });

  it.each([
    ['for an older version of a file', 'a.env'],
    ['for a commit, in a circle', ''],
  ])('by a replacement %s is read, and the run ends', (_, path) => {
    history();
    const [now, before, old] = ['HEAD', 'HEAD~1', `HEAD~1:${path}`].map((name) =>
      repository.git('rev-parse', name).trim(),
    );
    const replaced =
      path === ''
        ? [
            [now, before],
            [before, now],
          ]
        : [[old, now]];
    for (const [from, to] of replaced) put(`.git/refs/replace/${from}`, `${to}\n`);
    each();
  });

  it('as its store runs nothing of it', () => {
    history();
    repository.git('config', 'core.fsmonitor', canary);
    execFileSync('mv', [join(root, '.git'), join(top, 'store')]);
    put('.git', `gitdir: ../store\n`);
    expect(run('check', '--since', 'HEAD').stdout).toContain('new.env');
    each();
  });

  it('inside of it, without a working tree, is a folder like others', () => {
    put('bare/a.env', OLD);
    execFileSync('git', ['init', '--quiet', '--bare', join(root, 'bare')], { stdio: 'pipe' });
    for (const key of ['core.fsmonitor', 'core.worktree', 'core.pager'])
      execFileSync('git', ['-C', join(root, 'bare'), 'config', key, canary], { stdio: 'pipe' });
    each([['check', 'bare'], ['list', 'bare'], ['list']]);
    expect(run('list', 'bare').stdout).toContain('bare/a.env');
  });
});

describe('a pipe', () => {
  const pipe = (path: string): void => {
    rmSync(join(root, path), { recursive: true, force: true });
    mkdirSync(dirname(join(root, path)), { recursive: true });
    execFileSync('mkfifo', [join(root, path)]);
  };

  it.each([['.ignore'], ['package.json'], ['requirements.txt'], ['go.mod'], ['CODEOWNERS'], ['a.env']])(
    'instead of %s is never waited for',
    (path) => {
      put('a.env', OLD);
      put('b.js', `connect('${OLD.trim().slice(2)}');\n`);
      commitAll();
      pipe(path);
      for (const args of [['list'], ['list', '--no-ignore'], ['check']])
        expect(run(...args)).toMatchObject({ stdout: expect.stringContaining('b.js') });
      rmSync(join(root, '.git'), { recursive: true });
      expect(run('list').stdout).toContain('b.js');
    },
  );

  it.each([
    ['.connlint-baseline', 'cannot read the baseline .connlint-baseline: a pipe'],
    ['connlint.config.json', 'connlint.config.json: the config cannot be read: a pipe'],
  ])('instead of %s is said at once', (path, message) => {
    put('a.env', OLD);
    pipe(path);
    expect(run('check')).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('that the command line names as a list of files is read', () => {
    put('a.env', OLD);
    const command = `"${process.execPath}" "$0" list --files-from <(echo a.env)`;
    expect(execFileSync('bash', ['-c', command, PROGRAM], { cwd: root, encoding: 'utf8' })).toContain('a.env');
  });
});

describe('a link to a device', () => {
  it('instead of a tracked file is not opened', () => {
    put('a.env', OLD);
    put('z.env', OLD);
    commitAll();
    for (const device of ['/dev/zero', '/dev/stdin', '/dev/tty']) {
      rmSync(join(root, 'a.env'));
      symlinkSync(device, join(root, 'a.env'));
      const { stdout, stderr } = run('list');
      expect(stdout).toContain('z.env');
      expect(stderr).toMatch(/a\.env: not read: (?:a link|it lies)/);
    }
  });
});

describe('something else instead of a file that connlint writes', () => {
  it.each([
    ['connlint.config.jsonc', ['init']],
    ['.connlint-baseline', ['check', '--update-baseline']],
  ])('%s ends %j with a message', (path, args) => {
    put('a.env', OLD);
    const kinds: readonly (() => void)[] = [
      () => execFileSync('mkfifo', [join(root, path)]),
      () => symlinkSync(path, join(root, path)),
      () => mkdirSync(join(root, path)),
    ];
    for (const make of kinds) {
      rmSync(join(root, path), { recursive: true, force: true });
      make();
      const { code, stdout, stderr } = run(...args);
      expect([code, stderr + stdout]).toEqual([2, expect.stringContaining(path)]);
      expect(stderr).not.toContain('internal error');
    }
  });

  it('is a baseline below a file, which ends with a message', () => {
    put('a.env', OLD);
    for (const baseline of ['a.env/x', 'a\0b']) {
      put('connlint.config.json', JSON.stringify({ baseline }));
      expect(run('check', '--update-baseline')).toMatchObject({
        code: 2,
        stderr: expect.not.stringContaining('internal'),
      });
    }
  });
});
