import { AppError } from '@tendril/contract/app-error';
import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { Scope } from '../../../platform/db/scope.ts';
import type { LiveCall } from './live-call.ts';

const flushMs = 1000;

/** The calls in progress in this process. */
interface LiveCalls {
  /**
   * Counts what begins a call among the calls in progress before there is one to `add`. Throws SERVER_DRAINING after
   * `close`.
   */
  begin<T>(start: () => Promise<T>): Promise<T>;
  /** Keeps a call until its end is on disk; after `close` it ends as it begins. */
  add(call: LiveCall): void;
  has(id: string): boolean;
  find(scope: Scope, id: string): LiveCall | undefined;
  count(): number;
  /** Those that somebody is still on: what has been left is only being written. */
  carried(): number;
  /** Ends one; returns whether it was here, once its end is on disk. `by`: the person who ends it. */
  hangUp(scope: Scope, id: string, reason?: DisconnectionReason, by?: string): Promise<boolean>;
  /** Resolves when there is none. */
  idle(): Promise<void>;
  /** Ends all of them; resolves when their ends are on disk. */
  endAll(): Promise<void>;
  /** Ends all of them for good, and those that are beginning. */
  close(): Promise<void>;
}

/** Keeps calls while they last; calls `flush` once a second for each that has something new. */
export function createLiveCalls(flush: (call: LiveCall) => void): LiveCalls {
  const calls = new Map<string, LiveCall>();
  const beginning = new Set<Promise<unknown>>();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const tick = () => {
    // Before its beginning is on disk, a call has nothing to append to.
    for (const call of calls.values())
      if (call.session && (call.log.isDirty || call.line.transport)) flush(call);
  };

  const remove = (call: LiveCall) => {
    calls.delete(call.row.id);
    if (calls.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const find = ({ workspaceId }: Scope, id: string) => {
    const call = calls.get(id);
    return call?.row.workspaceId === workspaceId ? call : undefined;
  };

  const endAll = async () => {
    const open = [...calls.values()];
    for (const call of open) call.giveUp(stopping());
    await Promise.all(open.map((call) => call.ended));
  };

  return {
    async begin(start) {
      if (isClosed) throw stopping();
      const begun = start();
      beginning.add(begun);
      try {
        return await begun;
      } finally {
        beginning.delete(begun);
      }
    },
    add(call) {
      calls.set(call.row.id, call);
      if (isClosed) call.giveUp(stopping());
      timer ??= setInterval(tick, flushMs).unref();
      call.ended.then(
        () => remove(call),
        () => {},
      );
    },
    has: (id) => calls.has(id),
    count: () => calls.size,
    carried: () => [...calls.values()].filter(({ isLeft }) => !isLeft).length,
    find,
    async hangUp(scope, id, reason = 'agent_hangup', by) {
      const call = find(scope, id);
      if (!call) return false;
      if (by !== undefined && call.session) call.log.emit({ type: 'operator-act', act: 'end', by });
      call.hangUp(reason);
      await call.ended;
      return true;
    },
    async idle() {
      while (calls.size + beginning.size > 0)
        await Promise.allSettled([...beginning, ...[...calls.values()].map((call) => call.ended)]);
    },
    endAll,
    async close() {
      isClosed = true;
      await endAll();
      await Promise.allSettled(beginning);
      await endAll();
    },
  };
}

const stopping = () => new AppError('SERVER_DRAINING', 'The server is stopping.');
