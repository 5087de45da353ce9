import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { EventLog, PreparedEvents } from '../../../platform/events/events.ts';
import { addUsage } from '../../../platform/limits/workspace-usage.store.ts';
import { insertMessages, type MessageRow, putMessage } from '../chat-messages/public.ts';
import type { LiveRun } from './live-run.ts';
import { progressStore, type sealProgress } from './run-progress.ts';
import { type RunEnd, runStore } from './runs.store.ts';
import { sessionStateStore } from './session-states.ts';
import type { runRow } from './turn-rows.ts';
import { waitingStore } from './waiting-runs.ts';

/** The rows of a turn that begins; a run of a part has no question. */
export interface AcceptedTurn {
  readonly run: ReturnType<typeof runRow>;
  readonly question?: MessageRow;
  readonly request?: ReturnType<typeof sealProgress>;
  readonly prepared: PreparedEvents;
}

/** The rows of a turn that ends. */
export interface EndedTurn {
  readonly run: LiveRun;
  readonly end: RunEnd;
  readonly answer?: MessageRow;
  /** Sealed. */
  readonly checkpoint: string | undefined;
  /** Sealed. */
  readonly state: string | undefined;
  readonly prepared: PreparedEvents;
}

/** A turn that begins or ends. */
export type TurnWrite =
  | { readonly accepted: AcceptedTurn; readonly ended?: never }
  | { readonly ended: EndedTurn; readonly accepted?: never };

/** Those that begin, and those that end. */
export function sortTurns(writes: readonly TurnWrite[]): [AcceptedTurn[], EndedTurn[]] {
  return [writes.flatMap(({ accepted }) => accepted ?? []), writes.flatMap(({ ended }) => ended ?? [])];
}

/** Begins some turns and ends others, in one statement a table, however many they are. */
export async function writeTurns(
  trx: DatabaseTransaction,
  events: EventLog,
  ownerId: string,
  begun: readonly AcceptedTurn[],
  ended: readonly EndedTurn[] = [],
): Promise<void> {
  await runStore(trx).insert(begun.map(({ run }) => run));
  const own = await endRuns(trx, ownerId, ended);
  await insertMessages(trx, [
    ...begun.flatMap(({ question }) => question ?? []),
    ...own.flatMap(({ run, answer }) => (answer && !run.isAnswerStored ? answer : [])),
  ]);
  await progressStore(trx).insert(begun.flatMap(({ request }) => request ?? []));
  for (const { run, answer, checkpoint, state } of own) {
    if (answer && run.isAnswerStored) await putMessage(trx, answer);
    if (run.hasProgress) await progressStore(trx).remove(run.turn, run.id);
    if (state) await sessionStateStore(trx).put(run, state);
    if (checkpoint) await waitingStore(trx).insert(run, checkpoint);
  }
  await addUsageOf(trx, own);
  await events.insertAll(
    trx,
    [...begun, ...own].map(({ prepared }) => prepared),
  );
}

/**
 * Returns the turns that were still in progress. The flow of the others may have been deleted meanwhile, and its runs with
 * it; or the previous commit succeeded without our noticing.
 */
async function endRuns(
  trx: DatabaseTransaction,
  ownerId: string,
  turns: readonly EndedTurn[],
): Promise<readonly EndedTurn[]> {
  if (turns.length === 0) return turns;
  const ends = turns.map(({ run, end }) => ({ id: run.id, ...end }));
  const ended = await runStore(trx).end(ends, ownerId);
  return turns.filter(({ run }) => ended.has(run.id));
}

async function addUsageOf(trx: DatabaseTransaction, turns: readonly EndedTurn[]): Promise<void> {
  if (turns.length === 0) return;
  await addUsage(
    trx,
    turns.map(({ run, end }) => ({
      workspaceId: run.turn.workspaceId,
      tokens: (end.inputTokens ?? 0) + (end.outputTokens ?? 0),
      costUsd: end.costUsd ?? 0,
    })),
    Date.now(),
  );
}
