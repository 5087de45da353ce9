import { findLacking, type Permits } from '@tendril/contract/permission';
import type { Holder } from '../db/column.ts';
import type { Database } from '../db/schema.ts';
import type { ScopedCaller } from './caller.ts';
import type { Grants } from './grants.ts';
import { parsePermissions } from './parse-permissions.ts';

/**
 * Whether the session or key that a connection was opened with still permits it. One that is gone permits what it did:
 * its end is announced by itself.
 */
export function createHeldAccess(
  db: Database,
  grants: Pick<Grants, 'of'>,
): (holder: Holder, permits: Permits) => Promise<boolean> {
  return async (holder, permits) => {
    const caller = await callerOf(db, holder);
    return caller === undefined || !findLacking(permits, await grants.of(caller));
  };
}

async function callerOf(db: Database, holder: Holder): Promise<ScopedCaller | undefined> {
  const id = holder.slice(holder.indexOf(':') + 1);
  if (holder.startsWith('session:')) {
    const row = await db
      .selectFrom('session_family')
      .select(['userId', 'workspaceId'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { kind: 'user', ...row, familyId: id };
  }
  const row = await db
    .selectFrom('api_key')
    .select(['workspaceId', 'scope', 'createdBy', 'permissions'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { workspaceId, scope, createdBy, permissions } = row;
  return {
    kind: 'apiKey',
    keyId: id,
    workspaceId,
    scope,
    createdBy,
    ...(scope === 'custom' && { permissions: parsePermissions(permissions ?? '[]') }),
  };
}
