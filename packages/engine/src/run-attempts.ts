import { setTimeout as wait } from 'node:timers/promises';
import { AppError, type ErrorCode } from '@tendril/contract/app-error';
import type { PlannedNode, StepFailure } from './flow-plan.ts';
import type { RunState } from './node-context.ts';
import { RunPaused } from './run-paused.ts';

/** What another attempt would not change. */
const lasting: ReadonlySet<ErrorCode> = new Set([
  'CREDENTIAL_MISSING',
  'FLOW_INVALID',
  'INVALID_INPUT',
  'RUN_CANCELLED',
]);

/** A thrown value as an error of the API. */
export function toError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('NODE_FAILED', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

/** What a thrown value means to the person who asked. */
export function toFailure(error: unknown): StepFailure {
  const { code, message } = toError(error);
  return { code, message };
}

function isWorthAnother(thrown: unknown, { signal }: RunState): boolean {
  return !(thrown instanceof RunPaused) && !signal.aborted && !lasting.has(toError(thrown).code);
}

/** Stops an attempt that takes too long, down to its sockets. */
async function within<T>(
  { label, settings }: PlannedNode,
  signal: AbortSignal,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limitMs = settings?.timeoutMs;
  if (limitMs === undefined) return attempt(signal);
  const own = new AbortController();
  const late = new AppError('NODE_FAILED', `${label} took longer than ${limitMs} ms and was stopped.`);
  const timer = setTimeout(() => own.abort(late), limitMs);
  const stopped = new Promise<never>((_resolve, reject) => {
    own.signal.addEventListener('abort', () => reject(late), { once: true });
  });
  try {
    return await Promise.race([attempt(AbortSignal.any([signal, own.signal])), stopped]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a node as often as its settings allow until an attempt succeeds; each new one is an event. */
export function runAttempts<T>(
  node: PlannedNode,
  state: RunState,
  signal: AbortSignal,
  attempt: Attempting<T>,
): Promise<T> {
  const wasInFlight = state.retried.delete(node.id);
  // The common case, kept short: most steps have no settings.
  if (!node.settings) return attempt(signal, wasInFlight);
  return attemptOften(node, state, signal, (own, isRepeated) => attempt(own, wasInFlight || isRepeated));
}

type Attempting<T> = (signal: AbortSignal, isRetried: boolean) => Promise<T>;

async function attemptOften<T>(
  node: PlannedNode,
  state: RunState,
  signal: AbortSignal,
  attempt: Attempting<T>,
): Promise<T> {
  const { times = 0, waitMs = 0 } = node.settings?.retries ?? {};
  for (let failed = 0; ; failed += 1) {
    try {
      return await within(node, signal, (own) => attempt(own, failed > 0));
    } catch (thrown) {
      if (failed >= times || !isWorthAnother(thrown, state)) throw thrown;
      const identity = { nodeId: node.id, name: node.name };
      state.request.emit({
        type: 'node-retry',
        ...identity,
        attempt: failed + 1,
        of: times + 1,
        waitMs,
        ...toFailure(thrown),
      });
      await wait(waitMs, undefined, { signal: state.signal });
    }
  }
}
