import { randomUUID } from 'node:crypto';
import { type UpsertBody, upsertBody } from '@tendril/contract/api/upserts';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { freeFileName } from '../../../platform/files/file-name.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import { type TakenFile, takeFile } from '../../../platform/files/take-file.ts';
import { receiveForm } from '../../../platform/http/multipart.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';

const megabyte = 1024 * 1024;

interface UpsertFormParts {
  db: Database;
  files: FileStore;
  quota: FileQuota;
  config: Pick<Config, 'uploadFileMb' | 'uploadRequestMb'>;
}

export interface UpsertForm {
  body: UpsertBody;
  files: TakenFile[];
}

/**
 * Parses the body of an upsert, a form or JSON, and passes it to `use`. The files exist only until that returns: their
 * passages are stored, they are not.
 */
export function createUpsertForms({ db, files, quota, config }: UpsertFormParts) {
  const owned = ownedFileStore(db, 'upsert');

  async function receive(scope: Scope, ownerId: string, request: FastifyRequest): Promise<UpsertForm> {
    const most = Math.min(config.uploadRequestMb * megabyte, await quota(scope));
    const names = new Set<string>();
    const form = await receiveForm(request, most, async (file) => {
      const taken = await takeFile(files, scope.workspaceId, file, config.uploadFileMb * megabyte);
      const name = freeFileName(taken.name, (wanted) => names.has(wanted));
      names.add(name);
      await owned.insert(scope, [{ ...taken, name, ownerId }]);
      return { ...taken, name };
    });
    return { body: parseInput(upsertBody, form.fields) as UpsertBody, files: form.files };
  }

  return {
    async use<T>(
      scope: Scope,
      request: FastifyRequest,
      body: UpsertBody | undefined,
      use: (form: UpsertForm) => Promise<T>,
    ): Promise<T> {
      if (!request.isMultipart()) return use({ body: body ?? {}, files: [] });
      const ownerId = randomUUID();
      try {
        return await use(await receive(scope, ownerId, request));
      } finally {
        for (const sha256 of await owned.removeAll(scope, ownerId))
          await files.remove(scope.workspaceId, sha256);
      }
    },
  };
}

export type UpsertForms = ReturnType<typeof createUpsertForms>;
