import { AppError } from '@tendril/contract/app-error';
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
  process.on('SIGTERM', receive);
  process.on('SIGINT', receive);
}

async function stop(app: BuiltApp, infrastructure: Infrastructure, signal: NodeJS.Signals): Promise<void> {
  infrastructure.log.info({ signal }, 'stopping');
  await closeApp(app, infrastructure.config.shutdownGraceMs);
  await infrastructure.close();
  infrastructure.log.info('stopped');
  process.exit(0);
}

/** Lets work in progress finish for `graceMs`; then sends everyone still waiting the reason. */
export async function closeApp(app: BuiltApp, graceMs: number): Promise<void> {
  const drained = app.lifecycle.drain(graceMs);
  app.streams.announceDrain();
  await drained;
  if (app.lifecycle.active > 0) {
    const refusal = new AppError(
      'SERVER_DRAINING',
      'The server stopped before this was finished. Try again in a moment.',
    );
    app.streams.cutOff(refusal);
    await app.lifecycle.cutOff(refusal, farewellMs);
  }
  app.streams.close();
  app.fastify.server.closeAllConnections();
  await app.fastify.close();
}
