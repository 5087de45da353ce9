import type { FlowFiles } from '@tendril/contract/api/uploads';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { freeFileName } from '../../../platform/files/file-name.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import type { TakenFile } from '../../../platform/files/take-file.ts';
import { withTakenFiles } from '../../../platform/files/with-taken-files.ts';
import { receiveForm } from '../../../platform/http/multipart.ts';

const megabyte = 1024 * 1024;

interface FlowFileParts {
  db: Database;
  files: FileStore;
  quota: FileQuota;
  config: Pick<Config, 'uploadFileMb' | 'uploadRequestMb'>;
  /** Throws NOT_FOUND when the workspace has no such flow. */
  requireFlow(scope: Scope, flowId: string): Promise<void>;
}

/** Files for parameters of nodes; they belong to the flow. */
export function createFlowFiles({ db, files, quota, config, requireFlow }: FlowFileParts) {
  const owned = ownedFileStore(db, 'flow');

  async function name(scope: Scope, flowId: string, taken: readonly TakenFile[]): Promise<string[]> {
    const known = (await owned.list(scope, flowId)).map((row) => ({ name: row.name, sha256: row.sha256 }));
    const names: string[] = [];
    for (const file of taken) {
      const same = known.find((one) => one.sha256 === file.sha256 && one.name === file.name);
      const free =
        same?.name ?? freeFileName(file.name, (wanted) => known.some((one) => one.name === wanted));
      names.push(free);
      if (same) {
        await files.abandon(scope.workspaceId, file.sha256);
        continue;
      }
      known.push({ name: free, sha256: file.sha256 });
      await owned.insert(scope, [{ ...file, name: free, ownerId: flowId }]);
    }
    return names;
  }

  return {
    /** Stores the files of a form. Throws NOT_FOUND, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE or INVALID_INPUT. */
    async receive(scope: Scope, flowId: string, request: FastifyRequest): Promise<FlowFiles> {
      await requireFlow(scope, flowId);
      const left = await quota(scope);
      const most = Math.min(config.uploadRequestMb * megabyte, left);
      const names = await withTakenFiles({ db, files }, scope, async (take) => {
        const form = await receiveForm(request, most, (file) => take(file, config.uploadFileMb * megabyte));
        if (form.files.length === 0) throw noFiles();
        return name(scope, flowId, form.files);
      });
      return { names, value: `FILE-STORAGE::${JSON.stringify(names)}` };
    },
  };
}

export type FlowFileService = ReturnType<typeof createFlowFiles>;

function noFiles(): AppError {
  const message = 'must hold at least one file';
  return new AppError('INVALID_INPUT', `files: ${message}`, { details: [{ path: 'files', message }] });
}
