import { randomUUID } from 'node:crypto';
import type { MeasureCase } from '@tendril/contract/api/knowledge-measures';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CaseFields } from './case-files.ts';
import type { MeasureCaseRow } from './measure-cases.store.ts';

/** A new question; what a model made is not confirmed. */
export function newCase(
  { workspaceId }: Scope,
  storeId: string,
  {
    question,
    expected,
    tags,
    origin,
    isConfirmed = origin !== 'model',
  }: CaseFields & Pick<MeasureCase, 'origin'>,
): MeasureCaseRow {
  const now = Date.now();
  return {
    ...{ id: randomUUID(), workspaceId, storeId, question, origin },
    ...{ expected: JSON.stringify(expected), tags: JSON.stringify(tags) },
    ...{ isConfirmed: isConfirmed ? 1 : 0, createdAt: now, updatedAt: now },
  };
}
