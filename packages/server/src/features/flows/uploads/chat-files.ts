import { AppError } from '@tendril/contract/app-error';
import type { Config } from '../../../platform/config.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { freeFileName } from '../../../platform/files/file-name.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import { type IncomingFile, type TakenFile, takeFile } from '../../../platform/files/take-file.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import { createVisitorQuota, type VisitorPlace } from './visitor-quota.ts';

const megabyte = 1024 * 1024;
const mostFiles = 200;

/** A chat of a flow, as the owner of files. */
export interface ChatPlace extends Scope {
  readonly flowId: string;
  readonly chatId: string;
  /** Where a visitor comes from; absent for members and keys of the workspace. */
  readonly visitor?: string | undefined;
}

interface ChatFileParts {
  db: Database;
  files: FileStore;
  quota: FileQuota;
  limits: WorkspaceLimits;
  config: Pick<Config, 'uploadFileMb' | 'uploadRequestMb'>;
}

const kind = 'chat';
const ownerOf = ({ flowId, chatId }: ChatPlace) => `${flowId}/${chatId}`;

const isOfVisitor = (place: ChatPlace): place is ChatPlace & VisitorPlace => place.visitor !== undefined;

type Known = Pick<TakenFile, 'name' | 'sha256' | 'size'>;

function full(): AppError {
  return new AppError('TOO_LARGE', 'The file limit for this chat has been reached.');
}

/** Files that people sent in chats, by the name that the chat shows. */
export function createChatFiles({ db, files, quota, limits, config }: ChatFileParts) {
  const owned = ownedFileStore(db, kind);
  const visitorQuota = createVisitorQuota(db, limits);

  async function find(place: ChatPlace, name: string) {
    const rows = await owned.list(place, ownerOf(place));
    const row = rows.find((candidate) => candidate.name === name);
    if (!row) throw new AppError('NOT_FOUND', `There is no file "${name}" in this chat.`);
    return row;
  }

  /** Bytes that the chat may still store. */
  async function bytesLeftIn(place: ChatPlace, known: readonly Known[]): Promise<number> {
    const left = config.uploadRequestMb * megabyte - known.reduce((sum, { size }) => sum + size, 0);
    if (known.length >= mostFiles || left <= 0) throw full();
    const ofVisitor = isOfVisitor(place) ? await visitorQuota.bytesLeft(place) : Number.POSITIVE_INFINITY;
    return Math.min(left, ofVisitor, await quota(place));
  }

  async function adopt(place: ChatPlace, taken: TakenFile, known: readonly Known[]): Promise<TakenFile> {
    const same = known.find((one) => one.sha256 === taken.sha256 && one.name === taken.name);
    if (same) {
      await files.abandon(place.workspaceId, taken.sha256);
      return taken;
    }
    const name = freeFileName(taken.name, (wanted) => known.some((one) => one.name === wanted));
    const named = { ...taken, name };
    await owned.insert(place, [{ ...named, ownerId: ownerOf(place) }]);
    if (isOfVisitor(place)) visitorQuota.note(place, taken.size);
    return named;
  }

  return {
    find,

    /** Stores a file; the same content under the same name is the same file. Throws TOO_LARGE or UNSUPPORTED_MEDIA_TYPE. */
    async put(place: ChatPlace, file: IncomingFile, maxBytes = Number.POSITIVE_INFINITY): Promise<TakenFile> {
      const known = await owned.list(place, ownerOf(place));
      const most = Math.min(maxBytes, config.uploadFileMb * megabyte, await bytesLeftIn(place, known));
      return adopt(place, await takeFile(files, place.workspaceId, file, most), known);
    },

    /** Links an already stored file to a chat. Throws TOO_LARGE. */
    async adopt(place: ChatPlace, taken: TakenFile): Promise<TakenFile> {
      const known = await owned.list(place, ownerOf(place));
      if (taken.size > (await bytesLeftIn(place, known))) throw full();
      return adopt(place, taken, known);
    },

    /** How many bytes one more file may have. Throws TOO_LARGE or TOO_MANY_REQUESTS when nothing is left. */
    async bytesLeft(place: ChatPlace): Promise<number> {
      const known = await owned.list(place, ownerOf(place));
      return Math.min(config.uploadFileMb * megabyte, await bytesLeftIn(place, known));
    },

    async read(place: ChatPlace, name: string): Promise<Buffer> {
      return files.read(place.workspaceId, (await find(place, name)).sha256);
    },

    async stream(place: ChatPlace, name: string) {
      const { sha256, mediaType } = await find(place, name);
      return { mediaType, ...(await files.stream(place.workspaceId, sha256)) };
    },
  };
}

export type ChatFiles = ReturnType<typeof createChatFiles>;

const chatsAtOnce = 500;

/**
 * Deletes the files of these chats; the function it returns removes the contents, after the transaction has committed.
 */
export async function forgetFilesOfChats(
  files: FileStore,
  trx: DatabaseTransaction,
  scope: Scope,
  flowId: string,
  chatIds: readonly string[],
): Promise<() => Promise<void>> {
  const unused: string[] = [];
  for (let start = 0; start < chatIds.length; start += chatsAtOnce) {
    const wanted = chatIds.slice(start, start + chatsAtOnce);
    const owners = await trx
      .selectFrom('file')
      .select('ownerId')
      .distinct()
      .where('workspaceId', '=', scope.workspaceId)
      .where('ownerKind', '=', kind)
      .where(
        'ownerId',
        'in',
        wanted.map((chatId) => ownerOf({ ...scope, flowId, chatId })),
      )
      .execute();
    for (const { ownerId } of owners)
      unused.push(...(await ownedFileStore(trx, kind).removeAll(scope, ownerId)));
  }
  return async () => {
    for (const sha256 of new Set(unused)) await files.remove(scope.workspaceId, sha256);
  };
}
