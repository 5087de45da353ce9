import { mostCases } from '@tendril/contract/api/knowledge-measures';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { measureCaseStore } from './measure-cases.store.ts';

/** Throws TOO_LARGE when a knowledge base cannot have so many more questions. */
export async function requireCaseRoom(
  db: Database,
  scope: Scope,
  storeId: string,
  count: number,
): Promise<void> {
  if ((await measureCaseStore(db).count(scope, storeId)) + count > mostCases)
    throw new AppError('TOO_LARGE', `A knowledge base can have up to ${mostCases} questions.`);
}
