import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import { type TakenFile, takeFile } from '../../../platform/files/take-file.ts';
import { type ReceivedForm, receiveForm } from '../../../platform/http/multipart.ts';

export const megabyte = 1024 * 1024;
/** Whose the files of knowledge bases are. */
export const ownerKind = 'documentStore';

/** A file that was not stored. */
interface RefusedFile {
  name: string;
  refusal: string;
}

interface TakenFileParts {
  files: FileStore;
  quota: FileQuota;
  config: Pick<Config, 'uploadFileMb' | 'uploadRequestMb'>;
}

/** Contents that arrive before it is known under which names. */
export function takenFiles({ files, quota, config }: TakenFileParts) {
  return {
    /** Of one file. */
    mostBytes: config.uploadFileMb * megabyte,

    /** Stores the contents of a form, without an owner yet; a file that is refused says why. Throws TOO_LARGE. */
    async take(scope: Scope, request: FastifyRequest): Promise<ReceivedForm<TakenFile | RefusedFile>> {
      const most = Math.min(config.uploadRequestMb * megabyte, await quota(scope));
      return receiveForm(request, most, (file) =>
        takeFile(files, scope.workspaceId, file, config.uploadFileMb * megabyte).catch(
          async (error: unknown) => {
            if (!(error instanceof AppError) || error.code !== 'UNSUPPORTED_MEDIA_TYPE') throw error;
            for await (const _part of file.content);
            return { name: file.name, refusal: error.message };
          },
        ),
      );
    },

    /** Gives contents their names, in place of what had them before; returns what nobody uses any more. */
    async put(trx: DatabaseTransaction, scope: Scope, storeId: string, taken: readonly TakenFile[]) {
      const store = ownedFileStore(trx, ownerKind);
      const unused = await store.removeNamed(
        scope,
        storeId,
        taken.map(({ name }) => name),
      );
      await store.insert(
        scope,
        taken.map((file) => ({ ...file, ownerId: storeId })),
      );
      const kept = new Set(taken.map(({ sha256 }) => sha256));
      return unused.filter((sha256) => !kept.has(sha256));
    },

    /** Removes contents that nobody uses any more. */
    async erase({ workspaceId }: Scope, hashes: readonly string[]): Promise<void> {
      for (const sha256 of hashes) await files.remove(workspaceId, sha256);
    },

    /** Contents that were stored for nothing. */
    async abandon({ workspaceId }: Scope, hashes: readonly string[]): Promise<void> {
      for (const sha256 of hashes) await files.abandon(workspaceId, sha256);
    },
  };
}
