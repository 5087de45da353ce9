import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../db/schema.ts';
import { contentChecks } from './content-checks.ts';
import type { ContentStorage } from './content-storage.ts';
import { contentFolder, createFolderStorage } from './folder-storage.ts';

const hashForm = /^[0-9a-f]{64}$/;
const page = 500;

/** What a move has done so far. */
export interface MovedContents {
  moved: number;
  bytes: number;
  /** Files whose bytes are not those of their name; they are left where they are. */
  damaged: string[];
  /** What could not be read, or was not there, and why; the rest went on. */
  failed: string[];
}

type OnMoved = (state: MovedContents) => void;

/**
 * Moves every content of a home into another storage. Each local file goes once the storage has its bytes, so that the
 * move can be broken off and begun again at any time, beside a server that reads both.
 */
export async function moveContentsOut(
  home: string,
  storage: ContentStorage,
  db: Database,
  onMoved?: OnMoved,
): Promise<MovedContents> {
  const checks = contentChecks(db);
  const state: MovedContents = { moved: 0, bytes: 0, damaged: [], failed: [] };
  for (const workspaceId of await namesIn(join(home, contentFolder), state))
    for (const sha256 of await namesIn(join(home, contentFolder, workspaceId), state)) {
      if (!hashForm.test(sha256)) continue;
      const path = join(home, contentFolder, workspaceId, sha256);
      const hash = await hashOf(path).catch((error: unknown) => note(state, path, error));
      if (hash === undefined) continue;
      if (hash !== sha256) {
        state.damaged.push(path);
        continue;
      }
      const { size } = await stat(path);
      // A deletion meanwhile may see one place only: the check afterwards sees both.
      await checks.expect({ workspaceId, sha256 });
      await storage.store(workspaceId, sha256, { path, size });
      await rm(path, { force: true });
      state.moved += 1;
      state.bytes += size;
      onMoved?.(state);
    }
  return state;
}

/**
 * Copies every content that a row refers to back into a home; those that are there already are left alone, and those that
 * the storage does not have are noted.
 */
export async function copyContentsBack(
  home: string,
  storage: ContentStorage,
  db: Database,
  onMoved?: OnMoved,
): Promise<MovedContents> {
  const folder = createFolderStorage(home);
  const state: MovedContents = { moved: 0, bytes: 0, damaged: [], failed: [] };
  let last = { workspaceId: '', sha256: '' };
  for (;;) {
    const contents = await contentsAfter(db, last);
    for (const { workspaceId, sha256 } of contents) {
      if (await folder.has(workspaceId, sha256)) continue;
      const draft = join(home, contentFolder, workspaceId, `.draft-${randomBytes(8).toString('hex')}`);
      await mkdir(join(home, contentFolder, workspaceId), { recursive: true, mode: 0o700 });
      try {
        const found = await download(storage, workspaceId, sha256, draft);
        if (found.sha256 !== sha256) {
          state.damaged.push(`${workspaceId}/${sha256}`);
          continue;
        }
        await folder.store(workspaceId, sha256, { path: draft, size: found.size });
        state.moved += 1;
        state.bytes += found.size;
        onMoved?.(state);
      } catch (error) {
        // A storage that does not answer has no more of the others.
        if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
        note(state, `${workspaceId}/${sha256}`, error);
      } finally {
        await rm(draft, { force: true });
      }
    }
    const end = contents.at(-1);
    if (!end) return state;
    last = end;
  }
}

/** The next contents in order, each once. */
function contentsAfter(db: Database, last: { workspaceId: string; sha256: string }) {
  return db
    .selectFrom('file')
    .select(['workspaceId', 'sha256'])
    .distinct()
    .where(({ eb, or, and }) =>
      or([
        eb('workspaceId', '>', last.workspaceId),
        and([eb('workspaceId', '=', last.workspaceId), eb('sha256', '>', last.sha256)]),
      ]),
    )
    .orderBy('workspaceId')
    .orderBy('sha256')
    .limit(page)
    .execute();
}

async function download(storage: ContentStorage, workspaceId: string, sha256: string, path: string) {
  const hash = createHash('sha256');
  let size = 0;
  const { content } = await storage.stream(workspaceId, sha256);
  const counting = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      size += part.length;
      done(null, part);
    },
  });
  await pipeline(content, counting, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return { sha256: hash.digest('hex'), size };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Empty for what is no folder. */
async function namesIn(path: string, state: MovedContents): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') note(state, path, error);
    return [];
  }
}

function note(state: MovedContents, name: string, error: unknown): undefined {
  state.failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
}
