import type { SearchConfiguration } from '@tendril/contract/api/search-configuration';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { StoredPassage } from './expected-passage.ts';
import { caseFigures, ndcgDepth } from './figures/case-figures.ts';
import { type MeasuredFigures, measuredFigures } from './figures/measured-figures.ts';
import { type MeasureCaseRow, measureCaseStore } from './measure-cases.store.ts';
import { type MeasurementRow, measurementStore, type ResultRow } from './measurements.store.ts';
import type { MeasureParts } from './measures-parts.ts';
import { passageRanks } from './passage-coverage.ts';

/** Chunks beside the live ones, and which documents they are of; null for all. */
interface CandidateSet {
  place: Scope & { id: string };
  documents: ReadonlySet<string> | null;
}

interface MeasureRequest {
  job: RunningJob;
  run: MeasurementRow;
  candidate?: CandidateSet | undefined;
  /** Questions that the job has asked before this measurement, and will have asked in all. */
  before?: number;
  total?: number;
}

/** Questions that count: confirmed, with at least one passage. */
export async function countedCases(
  db: Database,
  scope: Scope,
  storeId: string,
): Promise<{ cases: MeasureCaseRow[]; skipped: number }> {
  const all = await measureCaseStore(db).list(scope, storeId);
  const cases = all.filter((row) => row.isConfirmed === 1 && passagesOf(row).length > 0);
  return { cases: cases.reverse(), skipped: all.length - cases.length };
}

export const passagesOf = ({ expected }: Pick<MeasureCaseRow, 'expected'>) =>
  JSON.parse(expected) as StoredPassage[];

/** Asks the questions of a measurement that have no result yet, each committed on its own, and sums them up. */
export async function measureQuestions(
  parts: MeasureParts,
  { job, run, candidate, before = 0, total }: MeasureRequest,
): Promise<void> {
  const { db } = parts;
  const store = measurementStore(db);
  const { cases, skipped } = await countedCases(db, job, run.storeId);
  const documents = candidate?.documents;
  const asked = documents
    ? cases.filter((row) => passagesOf(row).every(({ source }) => source === '' || documents.has(source)))
    : cases;
  const known = new Set((await store.results(job, run.id)).map(({ caseId }) => caseId));
  for (const [position, row] of asked.entries()) {
    if (known.has(row.id)) continue;
    job.signal.throwIfAborted();
    const result = await askCase(parts, { job, run, candidate }, row, position);
    const step = { done: before + position + 1, total: total ?? asked.length, checkpoint: { run: run.id } };
    await job.advance(step, async (trx) => {
      await measurementStore(trx).insertResult(result);
    });
  }
  const topK = (JSON.parse(run.configuration) as SearchConfiguration).topK ?? 1;
  const figures = figuresOf(await store.results(job, run.id), topK);
  await store.update(job, run.id, {
    figures: JSON.stringify(figures),
    skipped: skipped + cases.length - asked.length,
  });
}

async function askCase(
  { knowledge }: MeasureParts,
  { job, run, candidate }: Pick<MeasureRequest, 'job' | 'run' | 'candidate'>,
  row: MeasureCaseRow,
  position: number,
): Promise<ResultRow> {
  const passages = passagesOf(row);
  const configuration = JSON.parse(run.configuration) as SearchConfiguration;
  const result = {
    ...{ measurementId: run.id, caseId: row.id, workspaceId: job.workspaceId, position },
    ...{ question: row.question, tags: row.tags, document: passages[0]?.source ?? '' },
  };
  try {
    const { chunks, ms, costUsd } = await knowledge.measuring.search(job, run.storeId, {
      question: row.question,
      // nDCG looks at ten places, however few an answer has.
      configuration: { ...configuration, topK: Math.max(ndcgDepth, configuration.topK ?? 1) },
      signal: job.signal,
      candidate: candidate?.place,
    });
    const ranks = JSON.stringify(passageRanks(passages, chunks));
    return { ...result, ranks, ms, costUsd, error: null };
  } catch (error) {
    // One question that fails does not end the others; a job that was stopped ends.
    job.signal.throwIfAborted();
    const ranks = JSON.stringify(passages.map(() => null));
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500).toWellFormed();
    return { ...result, ranks, ms: 0, costUsd: 0, error: message };
  }
}

/** The figures of a question of a measurement. */
export function resultFigures({ ranks }: Pick<ResultRow, 'ranks'>, topK: number) {
  return caseFigures({ ranks: JSON.parse(ranks) as (number | null)[], topK });
}

/** Sums up the questions that could be asked. */
function figuresOf(results: readonly ResultRow[], topK: number): MeasuredFigures {
  return measuredFigures(
    results
      .filter(({ error }) => error === null)
      .map((row) => {
        const { document, ms, costUsd } = row;
        return { figures: resultFigures(row, topK), document, ms, costUsd };
      }),
  );
}
