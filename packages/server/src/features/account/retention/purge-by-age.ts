import { type RetentionKind, retentionKinds } from '@tendril/contract/api/data-retention';
import type { Logger } from 'pino';
import type { Config } from '../../../platform/config.ts';
import { createRests } from '../../../platform/db/create-rests.ts';
import { weekMs } from '../../../platform/db/event-partitions/week.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import { batchStep } from './batch-step.ts';
import { purgeScheduleStore } from './purge-schedule.store.ts';
import {
  callStep,
  deliveryStep,
  oldConversations,
  type PurgeParts,
  type PurgeStep,
  removeMessages,
  runSteps,
  startStep,
} from './purge-steps.ts';
import { type Removed, retentionStore } from './retention.store.ts';
import { retentionDays, serverDays } from './retention-days.ts';

const dayMs = 86_400_000;

/** Purges every workspace that is due at `now`. */
type PurgeDue = (signal: AbortSignal, now?: number) => Promise<void>;

type Parts = PurgeParts & {
  config: Pick<Config, 'eventRetentionDays'>;
  log: Logger;
  /** Deletes the oldest events above the limit of a workspace. */
  trimEvents?(scope: Scope, now: number): Promise<number>;
};

/** Deletes what is past its retention: each workspace once an hour, by whichever process sees first that it is due. */
export function purgeByAge(parts: Parts): PurgeDue {
  const { config, db, log } = parts;
  const most = serverDays(config);

  // Whole weeks of events are dropped at once: row by row go those that a workspace keeps for a shorter time, and what
  // was left for another reason.
  const grace = (kind: RetentionKind, days: Record<RetentionKind, number>) =>
    kind === 'events' && isPostgres(db) && days.events === most.events ? weekMs + dayMs : 0;

  async function purge(scope: Scope, now: number, signal: AbortSignal): Promise<void> {
    const { days: own, isHeld } = await retentionStore(db).read(scope);
    if (isHeld) return;
    const days = retentionDays(own, most);
    const removed: Removed = {};
    for (const kind of retentionKinds) {
      if (days[kind] === 0 || signal.aborted) continue;
      const count = await removeKind(
        parts,
        scope,
        kind,
        now - days[kind] * dayMs - grace(kind, days),
        signal,
      );
      if (count > 0) removed[kind] = count;
    }
    const trimmed = (await parts.trimEvents?.(scope, now)) ?? 0;
    if (trimmed > 0) removed.events = (removed.events ?? 0) + trimmed;
    await purgeScheduleStore(db).noteRemoved(scope, removed);
    if (Object.keys(removed).length > 0)
      log.info({ ...scope, removed }, 'deleted what is past its retention');
  }

  return async (signal, now = Date.now()) => {
    const store = purgeScheduleStore(db);
    await store.schedule(now);
    for (;;) {
      const due = signal.aborted ? undefined : await store.claimDue(now);
      if (!due) return;
      await purge(due, now, signal).catch((error: unknown) =>
        log.error({ ...due, err: error }, 'deleting what is past its retention failed'),
      );
    }
  };
}

async function removeKind(
  parts: PurgeParts,
  scope: Scope,
  kind: RetentionKind,
  before: number,
  signal: AbortSignal,
): Promise<number> {
  if (kind === 'events') return parts.removeEvents(scope, before);
  if (kind === 'calls') return repeat(callStep(parts, scope, before), signal);
  if (kind === 'batches') return repeat(batchStep(parts, scope, before), signal);
  if (kind === 'starts') return repeat(startStep(parts, scope, before), signal);
  if (kind === 'deliveries') return repeat(deliveryStep(parts, scope, before), signal);
  return kind === 'runs'
    ? removeOldRuns(parts, scope, before, signal)
    : removeOldMessages(parts, scope, before, signal);
}

/** Takes a step until there is nothing left for it, and yields in between. */
async function repeat(step: PurgeStep, signal: AbortSignal): Promise<number> {
  const rest = createRests();
  let total = 0;
  while (!signal.aborted) {
    const count = await step();
    if (count === 0) break;
    total += count;
    await rest();
  }
  return total;
}

async function removeOldRuns(parts: PurgeParts, scope: Scope, before: number, signal: AbortSignal) {
  const removeSome = runSteps(parts, scope, before);
  let total = 0;
  // Flow by flow, because so the old ones are found in an index.
  const flows = await parts.db
    .selectFrom('flow')
    .select('id')
    .where('workspaceId', '=', scope.workspaceId)
    .execute();
  for (const { id } of flows) total += await repeat(() => removeSome(id), signal);
  return total;
}

async function removeOldMessages(parts: PurgeParts, scope: Scope, before: number, signal: AbortSignal) {
  let passed = 0;
  let total = 0;
  while (!signal.aborted) {
    const [conversation] = await oldConversations(parts.db, scope, before, passed);
    if (!conversation) break;
    const count = await repeat(() => removeMessages(parts, scope, conversation, before), signal);
    total += count;
    // What is left of it is younger, unless something in it may not be deleted.
    if (await isStillOld(parts, scope, before, passed, conversation)) passed += 1;
  }
  return total;
}

async function isStillOld(
  { db }: PurgeParts,
  scope: Scope,
  before: number,
  offset: number,
  last: { chatId: string; sessionId: string; flowId: string; chatType: string },
): Promise<boolean> {
  const [next] = await oldConversations(db, scope, before, offset);
  return (
    next?.flowId === last.flowId &&
    next.chatId === last.chatId &&
    next.sessionId === last.sessionId &&
    next.chatType === last.chatType
  );
}
