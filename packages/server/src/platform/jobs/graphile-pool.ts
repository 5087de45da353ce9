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

/** Each worker looks so often by itself, for jobs whose time has come; for new ones it is woken. */
const pollMs = 15_000;
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
      pollInterval: pollMs,
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
  const nudge = () => {
    if (!isOpen) return;
    try {
      pool.nudge(1);
    } catch {
      // It is ending.
    }
  };
  const nudgeIn = (ms: number) => setTimeout(nudge, ms).unref();
  events.on('job:start', ({ job }) => {
    count(laneOf(job), 1);
    gate.leave();
    nudge();
  });
  events.on('worker:getJob:empty', () => gate.leave());
  events.on('worker:getJob:error', () => {
    gate.leave();
    nudgeIn(afterErrorMs);
  });
  events.on('job:complete', () => nudgeIn(endedMs));
  events.on('pool:listen:notification', () => parts.onAdded());
  events.on('pool:listen:notification', () => againMs.forEach(nudgeIn));
  // What came before it listened, or while it did not.
  events.on('pool:listen:success', () => againMs.forEach(nudgeIn));
  events.on('pool:gracefulShutdown', () => {
    const isOwn = isClosing;
    isOpen = false;
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
