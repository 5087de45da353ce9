import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import type { OwnedWork } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { BuiltApp } from './app.ts';

/** How long refusals may take to be sent. */
const farewellMs = 2000;
const echoMs = 1000;

/** A signal and when it came, by the monotonic clock. */
export interface Received {
  signal: NodeJS.Signals;
  atMs: number;
}

/**
 * Whether `next` is the same signal delivered twice: a process group forwards what its members have already received.
 */
export function isEcho(first: Received, next: Received): boolean {
  return next.signal === first.signal && next.atMs - first.atMs < echoMs;
}

/**
 * Stops on SIGTERM and SIGINT: refuses new work, ends streams, finishes requests, closes the database. A second signal
 * exits at once.
 */
export function stopOnSignals(app: BuiltApp, infrastructure: Infrastructure): void {
  let first: Received | undefined;
  const receive = (signal: NodeJS.Signals) => {
    const received = { signal, atMs: performance.now() };
    if (first && isEcho(first, received)) return;
    if (first) process.exit(1);
    first = received;
    return stop(app, infrastructure, signal);
  };
  // The terminal's own: the parent process decides.
  if (cluster.isWorker) process.on('SIGHUP', () => {});
  process.on('SIGTERM', receive);
  process.on('SIGINT', receive);
}

async function stop(app: BuiltApp, infrastructure: Infrastructure, signal: NodeJS.Signals): Promise<void> {
  infrastructure.log.info({ signal }, 'stopping');
  await giveNotice(app, infrastructure);
  await closeApp(app, infrastructure.config.shutdownGraceMs);
  await infrastructure.close();
  infrastructure.log.info('stopped');
  process.exit(0);
}

/** Lets balancers turn to the others before anything is refused; where there are none, nobody is kept waiting. */
async function giveNotice(app: BuiltApp, { config, processes, log }: Infrastructure): Promise<void> {
  app.lifecycle.leave();
  if (cluster.isWorker) acceptNoMore(app.fastify.server);
  if (config.databaseUrl === undefined) return;
  const hasOthers = await processes.drain().catch((error: unknown) => {
    log.warn({ err: error }, 'the others could not be notified that this process stops');
    return false;
  });
  if (hasOthers) await wait(config.drainNoticeMs);
}

/**
 * Who hands connections on gives no more to this process. Those that there are end with their next response: closed now,
 * while they rest, they would be lost to a request that is on its way.
 */
function acceptNoMore(server: BuiltApp['fastify']['server']): void {
  server.closeIdleConnections = () => {};
  server.close();
}

/**
 * Refuses new work, and lets what is in progress finish: requests for `graceMs`, runs and calls for as long as each may
 * take. Leaves to other processes what they can go on with, passes its end on to those who wait here, and sends everyone
 * who waits longer the reason.
 */
export async function closeApp(app: BuiltApp, graceMs: number): Promise<void> {
  const drained = app.lifecycle.drain(graceMs);
  app.streams.announceDrain();
  const released = Promise.all(app.ownedWork.map(finishWork));
  await drained;
  if (app.lifecycle.active > 0) await app.beforeCutOff();
  if (app.lifecycle.active > 0) {
    const refusal = new AppError(
      'SERVER_DRAINING',
      'The server stopped before this was finished. Try again in a moment.',
    );
    app.streams.cutOff(refusal);
    await app.lifecycle.cutOff(refusal, farewellMs);
  }
  await released;
  app.streams.close();
  app.fastify.server.closeAllConnections();
  await app.fastify.close();
}

async function finishWork({ maxMs, idle, release }: OwnedWork): Promise<void> {
  const waiting = new AbortController();
  const late = wait(maxMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([idle(), late]);
  waiting.abort();
  await release();
}
