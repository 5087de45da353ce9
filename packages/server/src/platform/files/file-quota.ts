import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import type { WorkspaceLimits } from '../limits/workspace-limits.ts';

const megabyte = 1024 * 1024;

/** Returns how much a workspace may still store. */
export type FileQuota = (scope: Scope) => Promise<number>;

/** The bytes that its limit leaves to a workspace; infinite where it sets no limit. Throws TOO_LARGE when none are left. */
export function createFileQuota(db: Database, limits: Pick<WorkspaceLimits, 'of'>): FileQuota {
  return async ({ workspaceId }) => {
    const { workspaceFilesMb } = await limits.of({ workspaceId });
    if (workspaceFilesMb === 0) return Number.POSITIVE_INFINITY;
    const row = await db
      .selectFrom('file')
      .select((file) => file.fn.sum<number | null>('size').as('total'))
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst();
    const left = workspaceFilesMb * megabyte - Number(row?.total ?? 0);
    if (left > 0) return left;
    throw new AppError(
      'TOO_LARGE',
      `This workspace has reached its limit of ${workspaceFilesMb} MB of files. Delete some first.`,
    );
  };
}
