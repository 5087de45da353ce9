import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { largestBundleBytes } from '@tendril/contract/api/export-import';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';

const mostAtOnce = 8;
const mostOfWorkspace = 2;
const staleMs = 60 * 60 * 1000;

/** A request body streamed to disk instead of memory. */
export interface BundleFile {
  readonly path: string;
  readonly bytes: number;
  remove(): Promise<void>;
}

/** Receives bodies of imports as temporary files. */
export interface BundleFiles {
  /** Throws TOO_LARGE past the limit, TOO_MANY_REQUESTS while several of the workspace are in progress. */
  take(
    scope: Scope,
    body: AsyncIterable<Uint8Array>,
    announced: number,
    onProgress: Progress,
  ): Promise<BundleFile>;
}

type Progress = (done: number, total: number) => void;

/** Temporary files below `<home>/cache`, removed after use; what a crash left behind is removed with the next one. */
export function createBundleFiles(home: string): BundleFiles {
  const folder = join(home, 'cache', 'bundles');
  let open = 0;
  const openOf = new Map<string, number>();
  const count = (workspaceId: string, by: 1 | -1) => {
    open += by;
    const own = (openOf.get(workspaceId) ?? 0) + by;
    if (own === 0) openOf.delete(workspaceId);
    else openOf.set(workspaceId, own);
  };

  return {
    async take({ workspaceId }, body, announced, onProgress) {
      if (announced > largestBundleBytes) throw tooLarge();
      if (open >= mostAtOnce || (openOf.get(workspaceId) ?? 0) >= mostOfWorkspace)
        throw new AppError('TOO_MANY_REQUESTS', 'Other imports are in progress. Try again in a moment.');
      count(workspaceId, 1);
      const path = join(folder, `${randomBytes(12).toString('hex')}.json`);
      let isRemoved = false;
      const remove = async () => {
        if (isRemoved) return;
        isRemoved = true;
        count(workspaceId, -1);
        await rm(path, { force: true });
      };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await removeStale(folder);
        const counted = counter(announced, onProgress);
        await pipeline(body, counted.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return { path, bytes: counted.bytes(), remove };
      } catch (error) {
        await remove();
        throw error;
      }
    },
  };
}

function counter(announced: number, onProgress: Progress) {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      onProgress(bytes, announced);
      done(bytes > largestBundleBytes ? tooLarge() : null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > staleMs) await rm(path, { force: true });
  }
}

function tooLarge(): AppError {
  const megabytes = largestBundleBytes / 1024 / 1024;
  return new AppError('TOO_LARGE', `A bundle may hold at most ${megabytes} MB.`);
}
