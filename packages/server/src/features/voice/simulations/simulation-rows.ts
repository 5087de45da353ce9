import type { Simulation, SimulationFields, SimulationResult } from '@tendril/contract/api/simulations';
import type { SimulationResultTable, SimulationTable } from '../../../platform/db/voice-tables.ts';

type CaseRow = Omit<SimulationTable, 'seq'>;
type ResultRow = Omit<SimulationResultTable, 'seq'>;

/** The definition of a test case. */
export function readFields({ fields }: Pick<CaseRow, 'fields'>): SimulationFields {
  return JSON.parse(fields) as SimulationFields;
}

/** A test case as the API returns it. */
export function readSimulation(
  row: CaseRow,
  last: ResultRow | undefined,
  batch: readonly Pick<ResultRow, 'status'>[] = [],
): Simulation {
  const { id, agentId, createdAt } = row;
  const of = (...wanted: ResultRow['status'][]) =>
    batch.filter(({ status }) => wanted.includes(status)).length;
  const counts = { all: batch.length, over: batch.length - of('running'), passed: of('pass') };
  return {
    ...readFields(row),
    ...{ id, agentId, createdAt },
    last: last ? readResult(last) : null,
    batch: last ? counts : null,
  };
}

/** A result as the API returns it. */
export function readResult({ id, status, callId, startedAt, result }: ResultRow): SimulationResult {
  return { ...(JSON.parse(result) as SimulationResult), id, status, callId, startedAt };
}
