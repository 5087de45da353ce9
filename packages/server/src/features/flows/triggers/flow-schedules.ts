import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { LiveFlows } from '../flows/public.ts';
import { dueTimes } from './due-times.ts';
import { firingJobKind } from './firing-jobs.ts';
import { firstTime } from './first-time.ts';
import { flowFiringLists } from './flow-firing-lists.store.ts';
import { type FiringRow, flowFiringStore } from './flow-firings.store.ts';
import { flowScheduleStore, type ScheduleRow, scheduleQueue } from './flow-schedules.store.ts';
import type { ScheduleRule } from './flow-start.ts';
import type { FlowStarts } from './flow-starts.ts';
import { isFailing, isUnderWay } from './latest-runs.ts';
import { scheduleInput } from './schedule-input.ts';
import { scheduleJobKind, setTimer } from './schedule-timers.ts';

interface FlowScheduleParts {
  db: Database;
  jobs: Pick<JobQueue, 'enqueue' | 'poke'>;
  liveFlows: Pick<LiveFlows, 'find'>;
  starts: FlowStarts;
  now(): number;
}

type Verdict = Pick<FiringRow, 'state' | 'reason'>;

const atOnce = 100;
/** A timer that comes before its time, by this clock, is set again; never in a circle without a pause. */
const shortestWaitMs = 50;
/** After a timer that could not be carried out. */
const repeatMs = 60_000;
/** Later than this, a time counts as missed. */
const lateMs = 60_000;
/** A missed time that is older starts nothing any more. */
const makeUpMs = 86_400_000;
const pausedAfter = 5;
const missedReason = 'The server was not running at that time.';

/**
 * Starts flows by their schedules. The next time of each is a job, set in the transaction that sets the time. A due time,
 * its firing and the timer of the next one are written in one transaction too, and the time is a unique key: however
 * many processes there are, and wherever one of them dies, each time starts one run.
 */
export class FlowSchedules {
  readonly #parts: FlowScheduleParts;
  #syncing: Promise<void> | undefined;
  #isAsked = false;

  constructor(parts: FlowScheduleParts) {
    this.#parts = parts;
  }

  /** What is done when a time has come. */
  handler(): JobHandler {
    const { jobs } = this.#parts;
    return {
      ...{ kind: scheduleJobKind, lane: 'timers', unit: 'parts', isEphemeral: true },
      run: async ({ partId }) => {
        await this.fireDue(partId ?? '');
        return null;
      },
      // One that failed for good is not the last: the schedule still stands.
      undo: async (trx, { workspaceId, partId }, why) => {
        if (why === undefined || partId === null) return;
        await setTimer(trx, jobs, { workspaceId, flowId: partId }, Date.now() + repeatMs);
      },
    };
  }

  /** Reads the schedules of flows that were published since; one look at a time, and another if asked meanwhile. */
  sync(): Promise<void> {
    this.#isAsked = true;
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = undefined;
    });
    return this.#syncing;
  }

  /** Resolves when nothing is being read any more. */
  async settled(): Promise<void> {
    await this.#syncing;
  }

  /** Starts a flow whose time has come, or sets its timer to the time that is still to come. */
  async fireDue(flowId: string): Promise<void> {
    const { db, jobs, now } = this.#parts;
    const row = await scheduleQueue(db).find(flowId);
    if (!row || row.nextAt === null) return;
    const nextAt = Number(row.nextAt);
    if (nextAt <= now()) return this.#fire(row);
    const at = Math.max(nextAt, Date.now() + shortestWaitMs);
    await db.transaction().execute((trx) => setTimer(trx, jobs, row, at));
  }

  /** Turns a schedule on or off, and changes its rules. */
  async change(row: ScheduleRow, changes: Partial<ScheduleRow>): Promise<void> {
    const { db, jobs } = this.#parts;
    if (Object.keys(changes).length === 0) return;
    await db.transaction().execute(async (trx) => {
      await flowScheduleStore(trx).update(row, row.flowId, changes);
      if (changes.nextAt !== undefined) await setTimer(trx, jobs, row, changes.nextAt);
    });
    jobs.poke();
  }

  async #sync(): Promise<void> {
    const { db, liveFlows } = this.#parts;
    while (this.#isAsked) {
      this.#isAsked = false;
      const changed = await scheduleQueue(db).changed(atOnce);
      let count = 0;
      for (const { id, versionId } of changed) {
        const flow = await liveFlows.find(id);
        if (!flow) continue;
        await this.#read(flow, versionId);
        count += 1;
      }
      // One that cannot be read is tried with the next change, not again and again.
      if (changed.length === atOnce && count > 0) this.#isAsked = true;
    }
  }

  async #read(flow: NonNullable<Awaited<ReturnType<LiveFlows['find']>>>, versionId: string): Promise<void> {
    const { db, jobs, starts, now } = this.#parts;
    const start = await starts.of(flow, versionId);
    const rule = start.kind === 'schedule' ? start.rule : undefined;
    const text = rule ? JSON.stringify(rule) : null;
    const isPublished = await isPublishedHere(db, versionId);
    const first = rule && (await firstTime(rule, now()));
    await db.transaction().execute(async (trx) => {
      // Locked: what its owner changes, or a time that comes, in this moment is not written over.
      const known = await flowScheduleStore(trx).findLocked(flow, flow.id);
      // A flow that came published, by an import or an API client, starts nothing until somebody turns it on.
      const isOn = !known || known.rule === null ? isPublished : known.isOn === 1;
      const { nextAt, problem } = first && isOn ? first : { nextAt: null, problem: '' };
      const row = {
        flowId: flow.id,
        workspaceId: flow.workspaceId,
        versionId,
        rule: text,
        isOn: isOn ? (1 as const) : (0 as const),
        missed: known?.missed ?? 'once',
        overlap: known?.overlap ?? 'skip',
        problem,
        // A time that is due is not skipped because the same schedule was published again.
        nextAt: known && known.rule === text && known.nextAt !== null ? known.nextAt : nextAt,
      };
      await flowScheduleStore(trx).put(row);
      await setTimer(trx, jobs, row, row.nextAt);
    });
    jobs.poke();
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
      await setTimer(trx, jobs, row, times.next);
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

/** Whether the version went live after its flow was made; one that came live is as it was since. */
async function isPublishedHere(db: Database, versionId: string): Promise<boolean> {
  const version = await db
    .selectFrom('flow_version as version')
    .innerJoin('flow', 'flow.id', 'version.flowId')
    .select(['version.number', 'flow.createdAt', 'flow.updatedAt'])
    .where('version.id', '=', versionId)
    .executeTakeFirst();
  return version !== undefined && (version.number > 1 || version.updatedAt > version.createdAt);
}
