// Loaded before the program (`node --import`): kills the process for good at the change of a file with the number KILL_AT, counted
// from 0. A write has two points more: when nothing and when half of it is done.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const wanted = Number(process.env.KILL_AT);
let count = 0;

function point() {
  if (count++ !== wanted) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal needs no time of its own, but may need a turn of the scheduler.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const { openSync, writeSync, fsyncSync, fchownSync, fchmodSync, renameSync, rmSync, closeSync } = fs;
const files = new Set();

fs.openSync = (path, flags, ...rest) => {
  const writes = typeof flags === 'string' && /[wa+]/.test(flags);
  if (writes) point();
  const file = openSync(path, flags, ...rest);
  if (writes) files.add(file);
  return file;
};
fs.writeSync = (file, bytes, at = 0, ...rest) => {
  if (!files.has(file)) return writeSync(file, bytes, at, ...rest);
  point();
  const half = Math.floor((bytes.length - at) / 2);
  if (half > 0) writeSync(file, bytes, at, half);
  point();
  return half + writeSync(file, bytes, at + half);
};
for (const [name, own] of Object.entries({ fsyncSync, fchownSync, fchmodSync, renameSync, rmSync })) {
  fs[name] = (...args) => {
    point();
    return own(...args);
  };
}
fs.closeSync = (file) => {
  if (files.delete(file)) point();
  closeSync(file);
};
syncBuiltinESMExports();
