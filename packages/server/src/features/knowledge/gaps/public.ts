// What other features and the composition may use of this one.
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { gapWrites } from './gaps.store.ts';

export { gapRoutes } from './gaps.routes.ts';
export { createGaps } from './gaps.ts';
export { createRandomSimilarity } from './random-similarity.ts';
export { createGapRecorder, type FinishedSearch } from './record-gap.ts';

/** Removes gaps whose questions have all gone with what was said. */
export const removeUnaskedGaps = (trx: DatabaseTransaction, scope: Scope): Promise<void> =>
  gapWrites(trx).removeUnasked(scope);
