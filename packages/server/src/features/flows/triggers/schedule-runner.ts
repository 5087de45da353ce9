import type { Logger } from 'pino';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { LiveFlows } from '../flows/public.ts';
import { dueTimes } from './due-times.ts';
import { firingJobKind } from './firing-jobs.ts';
import { flowFiringLists } from './flow-firing-lists.store.ts';
import { type FiringRow, flowFiringStore, removeOldFirings } from './flow-firings.store.ts';
import { flowScheduleStore, type ScheduleRow, scheduleQueue } from './flow-schedules.store.ts';
import type { ScheduleRule } from './flow-start.ts';
import type { FlowStarts } from './flow-starts.ts';
import { isFailing, isUnderWay } from './latest-runs.ts';
import { scheduleInput } from './schedule-input.ts';
import { nextTime } from './schedule-times.ts';

interface ScheduleRunnerParts {
  db: Database;
  log: Logger;
  jobs: Pick<Jobs, 'enqueue' | 'poke'>;
  liveFlows: Pick<LiveFlows, 'find'>;
  starts: FlowStarts;
  now(): number;
}

type Verdict = Pick<FiringRow, 'state' | 'reason'>;

const longestSleepMs = 15_000;
const shortestSleepMs = 50;
const atOnce = 100;
/** Later than this, a time counts as missed. */
const lateMs = 60_000;
/** A missed time that is older starts nothing any more. */
const makeUpMs = 86_400_000;
const keptMs = 30 * 86_400_000;
const hourMs = 3_600_000;
const pausedAfter = 5;
const missedReason = 'The server was not running at that time.';

/**
 * Starts flows by their schedules. A due time, its job and the step to the next time are written in one transaction,
 * and the time is a unique key: however many processes look, and wherever one of them dies, each starts one run.
 */
export class ScheduleRunner {
  readonly #parts: ScheduleRunnerParts;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  #isOpen = false;
  #isAsked = false;
  #cleanedAt = 0;

  constructor(parts: ScheduleRunnerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isOpen = true;
    this.#cleanedAt = this.#parts.now();
    this.poke();
  }

  /** Looks for changed and due schedules now. */
  poke(): void {
    if (!this.#isOpen) return;
    clearTimeout(this.#timer);
    this.#isAsked = true;
    this.#ticking ??= this.#tickAndWait().finally(() => {
      this.#ticking = undefined;
      if (this.#isAsked) this.poke();
    });
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    await this.#ticking;
  }

  /** Reads what was published, and starts what is due. */
  async tick(): Promise<void> {
    const { db, now } = this.#parts;
    await this.sync();
    const queue = scheduleQueue(db);
    for (let due = await queue.due(now(), atOnce); due.length > 0; due = await queue.due(now(), atOnce))
      for (const row of due) await this.#fire(row);
    if (now() - this.#cleanedAt < hourMs) return;
    this.#cleanedAt = now();
    await removeOldFirings(db, now() - keptMs);
  }

  /** Reads the schedules of flows that were published since. */
  async sync(): Promise<void> {
    const { db, liveFlows } = this.#parts;
    for (const { id, versionId } of await scheduleQueue(db).changed(atOnce)) {
      const flow = await liveFlows.find(id);
      if (flow) await this.#read(flow, versionId);
    }
  }

  async #tickAndWait(): Promise<void> {
    let waitMs = longestSleepMs;
    this.#isAsked = false;
    try {
      await this.tick();
      const at = await scheduleQueue(this.#parts.db).nextAt();
      if (at !== undefined)
        waitMs = Math.min(longestSleepMs, Math.max(shortestSleepMs, at - this.#parts.now()));
    } catch (error) {
      this.#parts.log.error({ err: error }, 'looking for due schedules failed');
    }
    if (!this.#isOpen) return;
    this.#timer = setTimeout(() => this.poke(), waitMs);
    this.#timer.unref();
  }

  async #read(flow: NonNullable<Awaited<ReturnType<LiveFlows['find']>>>, versionId: string): Promise<void> {
    const { db, starts, now } = this.#parts;
    const start = await starts.of(flow, versionId);
    const known = await flowScheduleStore(db).find(flow, flow.id);
    const rule = start.kind === 'schedule' ? start.rule : undefined;
    const text = rule ? JSON.stringify(rule) : null;
    // A flow that came published, by an import or an API client, starts nothing until somebody turns it on.
    const isNew = !known || known.rule === null;
    const isOn = isNew ? Number(await isPublishedHere(db, versionId)) : known.isOn;
    const { nextAt, problem } = rule && isOn ? await firstTime(rule, now()) : { nextAt: null, problem: '' };
    await flowScheduleStore(db).put({
      flowId: flow.id,
      workspaceId: flow.workspaceId,
      versionId,
      rule: text,
      isOn: isOn === 1 ? 1 : 0,
      missed: known?.missed ?? 'once',
      overlap: known?.overlap ?? 'skip',
      problem,
      // A time that is due is not skipped because the same schedule was published again.
      nextAt: known && known.rule === text && known.nextAt !== null ? known.nextAt : nextAt,
    });
  }

  async #fire(row: ScheduleRow): Promise<void> {
    const { db, jobs, now } = this.#parts;
    const dueAt = row.nextAt;
    if (dueAt === null) return;
    if (row.rule === null || row.isOn !== 1) return void (await scheduleQueue(db).move(row, null));
    const rule = JSON.parse(row.rule) as ScheduleRule;
    const times = await dueTimes(rule, Number(dueAt), now());
    await db.transaction().execute(async (trx) => {
      if (!(await scheduleQueue(trx).move(row, times.next))) return;
      for (const at of times.earlier)
        await this.#record(trx, row, at, rule, { state: 'missed', reason: missedReason });
      const verdict = await this.#judge(trx, row, times.latest);
      if (!verdict) return;
      await this.#record(trx, row, times.latest, rule, verdict);
    });
    jobs.poke();
  }

  /** What a due time leads to; nothing when the schedule has been paused. */
  async #judge(trx: DatabaseTransaction, row: ScheduleRow, dueAt: number): Promise<Verdict | undefined> {
    const lateness = this.#parts.now() - dueAt;
    if (lateness > makeUpMs || (lateness > lateMs && row.missed === 'skip'))
      return { state: 'missed', reason: missedReason };
    const runs = await flowFiringLists(trx).latestRuns(row, row.flowId, pausedAfter);
    if (runs.length === pausedAfter && runs.every(isFailing)) {
      const problem = `The last ${pausedAfter} runs failed, so the schedule was turned off.`;
      await flowScheduleStore(trx).update(row, row.flowId, { isOn: 0, nextAt: null, problem });
      return undefined;
    }
    if (row.overlap === 'skip' && runs.some(isUnderWay))
      return { state: 'skipped', reason: 'The run before was still under way.' };
    return { state: 'waiting', reason: null };
  }

  async #record(
    trx: DatabaseTransaction,
    { flowId, workspaceId }: ScheduleRow,
    dueAt: number,
    rule: ScheduleRule,
    verdict: Verdict,
  ): Promise<void> {
    const id = mintOrderedId();
    const firing: FiringRow = {
      ...{ id, workspaceId, flowId, dueAt, ...verdict },
      kind: 'schedule',
      key: `at:${dueAt}`,
      deliveryId: null,
      createdAt: this.#parts.now(),
      runId: mintOrderedId(),
      input: JSON.stringify(scheduleInput(rule, dueAt)),
    };
    if (!(await flowFiringStore(trx).insert(firing)) || verdict.state !== 'waiting') return;
    // The flow is the subject: runs that queue up come one after the other.
    await this.#parts.jobs.enqueue(trx, { workspaceId, kind: firingJobKind, subjectId: flowId, partId: id });
  }
}

async function isPublishedHere(db: Database, versionId: string): Promise<boolean> {
  const version = await db
    .selectFrom('flow_version')
    .select('number')
    .where('id', '=', versionId)
    .executeTakeFirst();
  return (version?.number ?? 1) > 1;
}

/** The first time of a schedule, or why it has none. */
export async function firstTime(
  rule: ScheduleRule,
  now: number,
): Promise<{ nextAt: number | null; problem: string }> {
  try {
    const nextAt = (await nextTime(rule, now)) ?? null;
    return { nextAt, problem: nextAt === null ? 'The schedule has no time left.' : '' };
  } catch (error) {
    return { nextAt: null, problem: error instanceof Error ? error.message : String(error) };
  }
}
