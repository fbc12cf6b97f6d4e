// Uses the registry clients as configured on the machine. No registry is named here.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of a package, downloaded and unpacked once. Throws if it is not the reviewed version. */
export function fetchPackage({ spec, digest }, cache) {
  const folder = join(cache, 'trees', `${plain(spec)}-${digest.slice(-12).replace(/\W/g, '')}`);
  if (existsSync(folder)) return folder;
  const archive = download(spec, cache);
  const found = digestOf(archive);
  if (found !== digest) throw new Error(`${spec} has the digest ${found}, not ${digest}.`);
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(join(cache, 'trees'), { recursive: true });
  unpack(archive, made);
  renameSync(made, folder);
  return folder;
}

/** The line of the list for a package. */
export function pin(spec, cache) {
  const archive = download(spec, cache);
  const version = /_(.+)\.dsc$/.exec(archive)?.[1];
  return `${version === undefined || spec.includes('=') ? spec : `${spec}=${versionIn(archive)}`} ${digestOf(archive)}`;
}

const plain = (spec) => spec.replace(/[^\w.-]+/g, '_');
const versionIn = (dsc) => /^Version: (.+)$/m.exec(readFileSync(dsc, 'utf8'))[1];
const digestOf = (file) => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;

function download(spec, cache) {
  const folder = join(cache, 'archives', plain(spec));
  mkdirSync(folder, { recursive: true });
  const [kind, name] = [spec.slice(0, spec.indexOf(':')), spec.slice(spec.indexOf(':') + 1)];
  const wanted = kind === 'npm' ? '.tgz' : '.dsc';
  const known = () => readdirSync(folder).find((file) => file.endsWith(wanted));
  if (!known()) {
    if (kind === 'npm') run('npm', ['pack', name, '--silent', '--ignore-scripts', '--pack-destination', folder], cache);
    else run('apt-get', ['-q', ...aptOptions(cache), 'source', '--download-only', name], folder);
  }
  return join(folder, known());
}

/** `.dsc` files contain the digests of the other archives, which dpkg-source compares. */
function unpack(archive, folder) {
  if (archive.endsWith('.dsc'))
    return run('dpkg-source', ['--skip-patches', '-x', archive, folder], join(folder, '..'));
  mkdirSync(folder, { recursive: true });
  run('tar', ['-xzf', archive, '--strip-components=1', '-C', folder], folder);
}

/** Downloads source packages from the machine's package sources, with separate package lists. */
function aptOptions(cache) {
  const parts = join(cache, 'apt', 'parts');
  const lists = join(cache, 'apt', 'lists');
  const options = ['Dir::Etc::SourceList=/dev/null', `Dir::Etc::SourceParts=${parts}`, `Dir::State::Lists=${lists}`];
  const flags = options.flatMap((option) => ['-o', option]);
  if (existsSync(parts)) return flags;
  mkdirSync(parts, { recursive: true });
  mkdirSync(join(lists, 'partial'), { recursive: true });
  const own = '/etc/apt/sources.list.d';
  for (const file of readdirSync(own).filter((name) => name.endsWith('.sources'))) {
    const text = readFileSync(join(own, file), 'utf8');
    writeFileSync(join(parts, file), text.replace(/^Types:.*$/gm, 'Types: deb-src'));
  }
  run('apt-get', ['-q', ...flags, 'update'], cache);
  return flags;
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 1 << 26 });
}
