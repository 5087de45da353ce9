import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../../e2e/api-client.ts';
import { startServer } from '../../e2e/local-server.ts';
import { FaultLoad } from './fault-load.ts';
import type { FaultReport } from './fault-report.ts';

const name = 'a disk that is full, and one that is read-only';

/** A small disk in memory; undefined where mounting one is not permitted. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tendril-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

const remount = (folder: string, how: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${how}`, folder]);

/** Fills what is left, but for what one page of a database takes. */
function fill(folder: string): string {
  const ballast = join(folder, 'ballast');
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 16_384)));
  return ballast;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fills the disk below a server under load, frees it, takes the right to write away, and gives it back. */
export async function runFullDisk(): Promise<FaultReport> {
  const disk = mountDisk();
  if (disk === undefined)
    return { name, faults: [], figures: '', skipped: 'no disk can be mounted without being root' };
  const faults: string[] = [];
  const server = await startServer({ home: join(disk, 'home'), patienceMs: 120_000 });
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const load = await FaultLoad.make(client);
    load.start(4);
    await pause(3000);
    const ballast = fill(disk);
    await pause(6000);
    const isRead = (await client.send('GET', 'flows')).status;
    if (isRead !== 200) faults.push(`with a full disk, a list is answered by ${isRead}`);
    rmSync(ballast);
    if (!(await load.recovers(5000))) faults.push('did not write within 5 s after there was space again');
    await load.stop();
    faults.push(...(await load.faults()));
    if (server.process.exitCode !== null) faults.push(`the server ended with ${server.process.exitCode}`);
    await server.stop();
    const again = await startServer({ home: server.home, patienceMs: 120_000 });
    const reader = await new ApiClient(again.url).signIn();
    faults.push(...(await load.faults(reader)).filter((fault) => fault.includes('lost')));
    await again.stop();
    faults.push(...(await faultsOfReadOnly(disk)));
    return { name, faults, figures: load.figures };
  } finally {
    await server.stop('SIGKILL');
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}

/** A start on a home that nothing can be written to says so in words, without a stack. */
async function faultsOfReadOnly(disk: string): Promise<string[]> {
  remount(disk, 'ro');
  try {
    const server = await startServer({ home: join(disk, 'home'), patienceMs: 60_000 });
    await server.stop('SIGKILL');
    return ['started on a home that nothing can be written to'];
  } catch (error) {
    const words = String((error as Error).message);
    return /\n\s+at /.test(words) || !words.includes('cannot start in its home')
      ? [`a read-only home is not named in words: ${words.slice(0, 400)}`]
      : [];
  } finally {
    remount(disk, 'rw');
  }
}
