import { AppError } from '@tendril/contract/app-error';
import type { Permission } from '@tendril/contract/permission';
import { builtInRoles } from '@tendril/contract/role';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { readMemberPermissions } from '../../../platform/http/read-role-permissions.ts';
import { covers, requireCovered } from '../people/public.ts';

const unknownMaker: ReadonlySet<Permission> = new Set(builtInRoles.admin);

type Read = Database | DatabaseTransaction;

/** Throws FORBIDDEN for a permission that the caller does not have: a key never exceeds its maker. */
export async function requireOwnPermissions(
  db: Read,
  caller: Scope & { userId: string },
  chosen: readonly Permission[],
): Promise<void> {
  if (chosen.length > 0) requireCovered(await readMemberPermissions(db, caller, caller.userId), chosen);
}

/**
 * Throws FORBIDDEN where a key works with the role of somebody who may more than the caller: who knows the key would
 * gain by widening it.
 */
export async function requireMakerCovered(
  db: Read,
  caller: Scope & { userId: string },
  { createdBy, endedAt }: { createdBy: string | null; endedAt: number | null },
): Promise<void> {
  if (createdBy === caller.userId || endedAt !== null) return;
  const own = await readMemberPermissions(db, caller, caller.userId);
  const maker = createdBy === null ? unknownMaker : await readMemberPermissions(db, caller, createdBy);
  if (!covers(own, maker))
    throw new AppError(
      'FORBIDDEN',
      'This API key was created by somebody whose role permits more than yours.',
    );
}
