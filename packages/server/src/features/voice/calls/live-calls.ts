import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { Scope } from '../../../platform/db/scope.ts';
import type { LiveCall } from './live-call.ts';

const flushMs = 1000;

/** The calls in progress in this process. */
interface LiveCalls {
  /** Keeps a call until its end is on disk. */
  add(call: LiveCall): void;
  has(id: string): boolean;
  find(scope: Scope, id: string): LiveCall | undefined;
  count(): number;
  /** Ends one; returns whether it was here, once its end is on disk. `by`: the person who ends it. */
  hangUp(scope: Scope, id: string, reason?: DisconnectionReason, by?: string): Promise<boolean>;
  /** Resolves when there is none. */
  idle(): Promise<void>;
  /** Ends all of them; resolves when their ends are on disk. */
  endAll(): Promise<void>;
}

/** Keeps calls while they last; calls `flush` once a second for each that has something new. */
export function createLiveCalls(flush: (call: LiveCall) => void): LiveCalls {
  const calls = new Map<string, LiveCall>();
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

  return {
    add(call) {
      calls.set(call.row.id, call);
      timer ??= setInterval(tick, flushMs).unref();
      call.ended.then(
        () => remove(call),
        () => {},
      );
    },
    has: (id) => calls.has(id),
    count: () => calls.size,
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
      while (calls.size > 0) await Promise.allSettled([...calls.values()].map((call) => call.ended));
    },
    async endAll() {
      const open = [...calls.values()];
      for (const call of open) {
        call.log.emit({ type: 'call-error', code: 'SERVER_DRAINING', message: 'The server is stopping.' });
        call.hangUp('error_unknown');
      }
      await Promise.all(open.map((call) => call.ended));
    },
  };
}
