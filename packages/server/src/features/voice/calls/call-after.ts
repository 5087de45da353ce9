import type { CostPart } from '@tendril/contract/api/call-cost-part';
import type { CallAnalysis } from '@tendril/contract/api/calls';
import { storableJson } from '@tendril/contract/storable-json';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { callStore } from './calls.store.ts';
import type { CallsParts } from './calls.ts';
import { keptParts } from './cost-parts.ts';

/** Deletes everything that is stored of a call: rows in one step, then the files they named. */
export async function removeCall(
  { writes, events, recordings, removeTraces, removeFiles }: CallsParts,
  scope: Scope,
  row: CallTable,
): Promise<void> {
  const { unused, removeTraceFiles } = await writes.write(async (trx) => {
    await callStore(trx).remove(scope, row.id);
    return {
      unused: await events.remove(trx, scope, row.id),
      removeTraceFiles: await removeTraces(trx, scope, row.id),
    };
  }, row.id);
  await removeTraceFiles();
  await removeFiles(scope, unused);
  await recordings.remove(row);
}

/** Writes a call's analysis, and adds its price; returns undefined when it is gone, or has one that stays. */
export async function keepAnalysis(
  trx: DatabaseTransaction,
  scope: Scope,
  id: string,
  analysis: CallAnalysis,
  costUsd: number,
  isReplacing = false,
): Promise<CallTable | undefined> {
  const row = await callStore(trx).find(scope, id);
  if (!row || (row.analysis !== null && !isReplacing)) return undefined;
  const kept = keptParts(row)?.parts;
  const changes = {
    // The list of calls looks into it.
    analysis: storableJson(analysis),
    isSuccessful: analysis.callSuccessful ? (1 as const) : (0 as const),
    costUsd: row.costUsd + costUsd,
    ...(kept && { costParts: JSON.stringify([...kept, analysisPart(analysis, costUsd)]) }),
  };
  await callStore(trx).change(scope, id, [row.status], changes);
  return { ...row, ...changes };
}

function analysisPart({ by }: CallAnalysis, usd: number): CostPart {
  return { part: 'analysis', usd, by, basis: usd > 0 ? 'list' : 'none' };
}
