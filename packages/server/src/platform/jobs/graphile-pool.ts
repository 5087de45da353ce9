import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job as GraphileJob, WorkerEvents, WorkerPool } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { ClaimGate } from './claim-gate.ts';
import { type GraphilePayload, graphileTask } from './graphile-queue.ts';
import { type LaneName, type LanePlaces, laneNames } from './lanes.ts';

interface GraphilePoolParts {
  url: string | undefined;
  log: Logger;
  places: LanePlaces;
  /** Resolves before the first claim. */
  register(poolId: string): Promise<void>;
  run(jobId: string): Promise<void>;
  /** Called when somebody has added a job, of now or of later. */
  onAdded(): void;
  /** Called once when the pool ends by itself: it lost the database while it wrote. */
  onEnd(): void;
}

export interface GraphilePool {
  readonly id: string;
  /** Lets somebody look for work. */
  nudge(): void;
  /** Claims nothing more; resolves when what it claimed has ended. */
  close(): Promise<void>;
}

/** One worker looks so often, for jobs whose time has come; for new ones it is woken. */
const pollMs = 15_000;
/** Workers that found nothing do not look by themselves: there are as many as all lanes have places. */
const neverMs = 2 ** 31 - 1;
/** After a wake-up, when another process may have held the queues for a moment. */
const againMs = [50, 300];
/** An ended job leaves its queue a moment later. */
const endedMs = 5;
const afterErrorMs = 1000;
const closeMs = 5000;

const laneOf = ({ flags }: GraphileJob) => Object.keys(flags ?? {})[0] as LaneName;

/** Opens a pool of workers on the queue of PostgreSQL: as many as all lanes have places together. */
export async function openGraphilePool(parts: GraphilePoolParts): Promise<GraphilePool> {
  const { Logger: GraphileLogger, runTaskList } = await import('graphile-worker');
  const { log, places, run } = parts;
  const connections = connect(parts.url);
  const gate = new ClaimGate();
  const taken = new Map<LaneName, number>();
  const events: WorkerEvents = new EventEmitter();
  const registered = Promise.withResolvers<void>();
  const count = (lane: LaneName, added: number) => void taken.set(lane, (taken.get(lane) ?? 0) + added);
  const pool: WorkerPool = runTaskList(
    {
      concurrency: laneNames.reduce((sum, lane) => sum + places[lane], 0),
      noHandleSignals: true,
      pollInterval: neverMs,
      events,
      logger: new GraphileLogger(() => (level, message) => writeLog(log, level, message)),
      // One claim at a time, so that no two of them take the last place of a lane.
      async forbiddenFlags() {
        await gate.enter();
        await registered.promise;
        return laneNames.filter((lane) => (taken.get(lane) ?? 0) >= places[lane]);
      },
      // What cannot be written ends the pool instead of being an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    {
      [graphileTask]: async (payload: unknown, { job }: { job: GraphileJob }) => {
        try {
          await run((payload as GraphilePayload).jobId);
        } finally {
          count(laneOf(job), -1);
        }
      },
    },
    connections,
  );
  let isOpen = true;
  let isClosing = false;
  const nudge = wakeInTurn(pool, gate, () => isOpen);
  const nudgeIn = (ms: number) => setTimeout(nudge, ms).unref();
  const polling = setInterval(nudge, pollMs).unref();
  events.on('job:start', ({ job }) => {
    count(laneOf(job), 1);
    gate.leave();
    nudge();
  });
  // The worker counts as idle a moment after it has said that it found nothing.
  events.on('worker:getJob:empty', () => gate.leave() && queueMicrotask(nudge));
  events.on('worker:getJob:error', () => {
    gate.leave();
    nudgeIn(afterErrorMs);
  });
  events.on('job:complete', () => nudgeIn(endedMs));
  events.on('pool:listen:notification', () => {
    parts.onAdded();
    againMs.forEach(nudgeIn);
  });
  // What came before it listened, or while it did not.
  events.on('pool:listen:success', () => againMs.forEach(nudgeIn));
  events.on('pool:gracefulShutdown', () => {
    const isOwn = isClosing;
    isOpen = false;
    clearInterval(polling);
    if (!isOwn) parts.onEnd();
  });
  pool.promise.catch((error: unknown) => log.warn({ err: error }, 'a pool of workers ended'));
  await parts.register(pool.id);
  registered.resolve();

  return {
    id: pool.id,
    nudge,
    async close() {
      isClosing = true;
      const closed = isOpen ? Promise.resolve(pool.gracefulShutdown()).catch(() => {}) : undefined;
      isOpen = false;
      // A handler that ignores its abort keeps its worker.
      await Promise.race([closed, delay(closeMs, undefined, { ref: false })]);
      await Promise.race([connections.end(), delay(closeMs, undefined, { ref: false })]);
    },
  };
}

/**
 * Makes a pool wake workers one after the other, for its own wake-ups as well, and returns how to. Woken beside one that
 * looks for a job, others would stand in line at the gate, and each wake-up has all who stand there look once more: from a
 * few wake-ups a second on they would never stop.
 */
function wakeInTurn(pool: WorkerPool, gate: ClaimGate, isOpen: () => boolean): () => void {
  const wake = pool.nudge.bind(pool);
  const nudge = () => {
    if (!isOpen() || !gate.mayLook()) return;
    try {
      wake(1);
    } catch {
      // It is ending.
    }
  };
  pool.nudge = nudge;
  return nudge;
}

function writeLog(log: Logger, level: string, message: string): void {
  if (level === 'error') log.warn({ queue: message }, 'the queue of jobs met a fault');
  else log.debug({ queue: message }, 'queue of jobs');
}

// One listens and one works: what a worker has ended is written before it looks for more.
function connect(url: string | undefined): pg.Pool {
  const connections = new pg.Pool({
    ...{ connectionString: url, max: 2, connectionTimeoutMillis: 5000 },
    ...{ statement_timeout: 30_000, application_name: 'tendril jobs' },
  });
  connections.on('error', () => {});
  connections.on('connect', (client) => client.on('error', () => {}));
  return connections;
}
