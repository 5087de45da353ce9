import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const heartbeatMs = 1000;
/** A claim that its process has not renewed for so long is one of a process that has ended. */
const abandonedMs = 10_000;

/** Gives a claim back. */
type ReleaseClaim = () => Promise<void>;

const nothing: ReleaseClaim = async () => undefined;

/**
 * Claims work for one of the processes that share a folder, by a file that only one of them can create. Undefined while
 * another process is at it. Where no file can be written, nobody is kept from the work.
 */
export async function claimWork(file: string): Promise<ReleaseClaim | undefined> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return nothing;
    if (await isAbandoned(file)) await rm(file, { force: true });
    return undefined;
  }
  const renewal = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(nothing);
  }, heartbeatMs);
  renewal.unref();
  return async () => {
    clearInterval(renewal);
    await rm(file, { force: true });
  };
}

async function isAbandoned(file: string): Promise<boolean> {
  const status = await stat(file).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs > abandonedMs;
}
