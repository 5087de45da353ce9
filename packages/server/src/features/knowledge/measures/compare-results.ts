import type { MeasurementComparison } from '@tendril/contract/api/knowledge-measures';
import type { CaseFigures } from './figures/case-figures.ts';
import { pairedVerdict } from './figures/paired-verdict.ts';
import { resultFigures } from './measure-questions.ts';
import type { ResultRow } from './measurements.store.ts';

interface Side {
  results: readonly ResultRow[];
  topK: number;
}

type Compared = Omit<MeasurementComparison, 'first' | 'second'>;

/** Two measurements by the questions that both have asked: what differs most comes first. */
export function compareResults(first: Side, second: Side): Compared {
  const others = new Map(second.results.map((row) => [row.caseId, row]));
  const pairs = first.results.flatMap((row) => {
    const other = others.get(row.caseId);
    if (!other || row.error !== null || other.error !== null) return [];
    return [{ row, other, before: resultFigures(row, first.topK), after: resultFigures(other, second.topK) }];
  });
  const verdict = (name: keyof CaseFigures) =>
    pairedVerdict(
      pairs.map(({ row, before, after }) => ({ value: after[name] - before[name], document: row.document })),
    );
  const change = ({ before, after }: (typeof pairs)[number]) => Math.abs(after.ndcg - before.ndcg);
  return {
    shared: pairs.length,
    hit: verdict('hit'),
    recall: verdict('recall'),
    mrr: verdict('reciprocalRank'),
    ndcg: verdict('ndcg'),
    cases: pairs
      .toSorted((one, other) => change(other) - change(one) || one.row.position - other.row.position)
      .map(({ row, other, before, after }) => ({
        caseId: row.caseId,
        question: row.question,
        first: { ranks: JSON.parse(row.ranks) as (number | null)[], ndcg: before.ndcg },
        second: { ranks: JSON.parse(other.ranks) as (number | null)[], ndcg: after.ndcg },
      })),
  };
}
