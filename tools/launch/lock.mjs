import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function dropIfAbandoned(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    // An empty file is one that is just being written.
    if (owner && !isAlive(owner)) rmSync(file, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Runs the work while holding a lock file, so that two commands started together never install or build at once. */
export function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!take(file)) {
    dropIfAbandoned(file);
    Atomics.wait(pause, 0, 0, 200);
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}
