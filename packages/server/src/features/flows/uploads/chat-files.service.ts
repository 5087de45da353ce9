import { AppError } from '@tendril/contract/app-error';
import { sql } from 'kysely';
import type { Config } from '../../../platform/config.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { freeFileName } from '../../../platform/files/file-name.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import { pendingFiles } from '../../../platform/files/pending-files.ts';
import { type IncomingFile, type TakenFile, takeFile } from '../../../platform/files/take-file.ts';

const megabyte = 1024 * 1024;
const mostFiles = 200;

/** A chat of a flow: whose files these are. */
export interface ChatPlace extends Scope {
  readonly flowId: string;
  readonly chatId: string;
}

export interface ChatFileParts {
  db: Database;
  files: FileStore;
  quota: FileQuota;
  config: Pick<Config, 'uploadFileMb' | 'uploadRequestMb'>;
}

const kind = 'chat';
const ownerOf = ({ flowId, chatId }: ChatPlace) => `${flowId}/${chatId}`;

type Known = Pick<TakenFile, 'name' | 'sha256' | 'size'>;

function full(): AppError {
  return new AppError('TOO_LARGE', 'This chat already holds as many files as it may.');
}

/** Files that people sent in chats, by the name that the chat shows. */
export function createChatFiles({ db, files, quota, config }: ChatFileParts) {
  const owned = ownedFileStore(db, kind);

  async function find(place: ChatPlace, name: string) {
    const rows = await owned.list(place, ownerOf(place));
    const row = rows.find((candidate) => candidate.name === name);
    if (!row) throw new AppError('NOT_FOUND', `There is no file "${name}" in this chat.`);
    return row;
  }

  function roomIn(known: readonly Known[]): number {
    const left = config.uploadRequestMb * megabyte - known.reduce((sum, { size }) => sum + size, 0);
    if (known.length >= mostFiles || left <= 0) throw full();
    return left;
  }

  async function adopt(place: ChatPlace, taken: TakenFile, known: readonly Known[]): Promise<TakenFile> {
    const same = known.find((one) => one.sha256 === taken.sha256 && one.name === taken.name);
    if (same) {
      pendingFiles.settle(place.workspaceId, taken.sha256);
      return taken;
    }
    const name = freeFileName(taken.name, (wanted) => known.some((one) => one.name === wanted));
    const named = { ...taken, name };
    await owned.insert(place, [{ ...named, ownerId: ownerOf(place) }]);
    return named;
  }

  return {
    find,

    /** Stores a file; the same content under the same name is the same file. Throws TOO_LARGE or UNSUPPORTED_MEDIA_TYPE. */
    async put(place: ChatPlace, file: IncomingFile, maxBytes = Number.POSITIVE_INFINITY): Promise<TakenFile> {
      const known = await owned.list(place, ownerOf(place));
      const most = Math.min(maxBytes, config.uploadFileMb * megabyte, roomIn(known), await quota(place));
      return adopt(place, await takeFile(files, place.workspaceId, file, most), known);
    },

    /** Gives a file that is stored already to a chat. Throws TOO_LARGE. */
    async adopt(place: ChatPlace, taken: TakenFile): Promise<TakenFile> {
      const known = await owned.list(place, ownerOf(place));
      if (taken.size > roomIn(known)) throw full();
      return adopt(place, taken, known);
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

/** Forgets the files of these chats; what it answers removes the contents, once the transaction is through. */
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

/** Forgets the files of all chats of a flow; answers the contents that nobody else uses, for the file store to remove. */
export async function forgetChatFiles(
  trx: DatabaseTransaction,
  scope: Scope,
  flowId: string,
): Promise<string[]> {
  const owners = await trx
    .selectFrom('file')
    .select('ownerId')
    .distinct()
    .where('workspaceId', '=', scope.workspaceId)
    .where('ownerKind', '=', kind)
    // Ids may hold "_", which stands for any character here.
    .where(sql<boolean>`${sql.ref('ownerId')} like ${`${flowId.replaceAll('_', '\\_')}/%`} escape '\\'`)
    .execute();
  const unused: string[] = [];
  for (const { ownerId } of owners)
    unused.push(...(await ownedFileStore(trx, kind).removeAll(scope, ownerId)));
  return unused;
}
