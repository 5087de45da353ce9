import type { Database } from '../db/schema.ts';

/** Processes that carry calls, but this one; those that have most room first. */
export async function carryingProcesses(db: Database, but: string): Promise<string[]> {
  const rows = await db
    .selectFrom('process')
    .select(['id', 'load', 'roles'])
    .where('state', '=', 'up')
    .where('address', 'is not', null)
    .where('id', '!=', but)
    .execute();
  return rows
    .filter(({ roles }) => roles === null || roles.split(',').includes('web'))
    .toSorted((one, other) => (one.load ?? 0) - (other.load ?? 0))
    .map(({ id }) => id);
}
