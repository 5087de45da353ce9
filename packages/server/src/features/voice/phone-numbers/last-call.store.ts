import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** The outcome of a number's newest call. */
export interface LastCall {
  status: string;
  disconnectionReason: string | null;
  createdAt: number;
}

/** Reads the calls that a number's health depends on. */
export function lastCallStore(db: Database) {
  return {
    /** The newest call from or to a number over the telephone. */
    find: (scope: Scope, phoneNumber: string): Promise<LastCall | undefined> =>
      db
        .selectFrom('call')
        .select(['status', 'disconnectionReason', 'createdAt'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('kind', '=', 'phone')
        .where((where) =>
          where.or([where('fromNumber', '=', phoneNumber), where('toNumber', '=', phoneNumber)]),
        )
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
}
