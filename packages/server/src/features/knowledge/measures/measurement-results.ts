import type { MeasurementComparison } from '@tendril/contract/api/knowledge-measures';
import type { SearchConfiguration } from '@tendril/contract/api/search-configuration';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { compareResults } from './compare-results.ts';
import { resultFigures } from './measure-questions.ts';
import { type MeasurementRow, measurementStore } from './measurements.store.ts';
import type { MeasuresParts } from './measures-parts.ts';
import { toMeasurement } from './to-measurement.ts';

/** What measurements have found out, question by question. */
export function createMeasurementResults({ db, jobs }: Pick<MeasuresParts, 'db' | 'jobs'>) {
  const store = measurementStore(db);

  async function require(scope: Scope, storeId: string, id: string): Promise<MeasurementRow> {
    const row = await store.find(scope, id);
    if (row?.storeId !== storeId) throw new AppError('NOT_FOUND', 'Measurement not found.');
    return row;
  }

  return {
    async read(scope: Scope, storeId: string, id: string) {
      const row = await require(scope, storeId, id);
      const topK = topKOf(row);
      const results = (await store.results(scope, id)).map((result) => ({
        ...{ caseId: result.caseId, question: result.question, tags: JSON.parse(result.tags) as string[] },
        ...{ ranks: JSON.parse(result.ranks) as (number | null)[], ms: result.ms, error: result.error },
        ...resultFigures(result, topK),
      }));
      return { ...toMeasurement(row, await jobs.read(scope, row.jobId).catch(() => undefined)), results };
    },

    /** Throws CONFLICT when one of the two has not ended. */
    async compare(
      scope: Scope,
      storeId: string,
      ids: { first: string; second: string },
    ): Promise<MeasurementComparison> {
      const [first, second] = [
        await require(scope, storeId, ids.first),
        await require(scope, storeId, ids.second),
      ];
      if (first.figures === null || second.figures === null)
        throw new AppError('CONFLICT', 'Both measurements have to be finished.');
      const [before, after] = [await store.results(scope, first.id), await store.results(scope, second.id)];
      return {
        first: toMeasurement(first, undefined),
        second: toMeasurement(second, undefined),
        ...compareResults({ results: before, topK: topKOf(first) }, { results: after, topK: topKOf(second) }),
      };
    },
  };
}

const topKOf = ({ configuration }: MeasurementRow) =>
  (JSON.parse(configuration) as SearchConfiguration).topK ?? 1;
