import { AppError } from '@tendril/contract/app-error';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { CallAct } from '@tendril/contract/voice/call-act';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { actorStore } from './actors.store.ts';
import type { CallsParts } from './calls.ts';
import { interveneInOwnedCall, watchOwnedCall } from './internal-calls.ts';
import type { LiveCall } from './live-call.ts';

/** So many who watch a call are noted in its log. */
const mostWatchers = 100;

/** How a watcher is sent what happens. */
interface WatchStream {
  send(event: LoggedCallEvent, id: number): void;
  write(frames: string): void;
  drained(): Promise<void>;
}

interface WatchNeeds {
  live: { find(scope: Scope, id: string): LiveCall | undefined };
  /** Throws NOT_FOUND. */
  require(scope: Scope, id: string): Promise<CallTable>;
  /** What is stored of a call. */
  events(scope: Scope, id: string): Promise<LoggedCallEvent[]>;
}

/** Persons who watch calls in progress, and do something in them, wherever in the installation the calls run. */
export function watchedCalls({ db, peers, processes }: CallsParts, { live, require, events }: WatchNeeds) {
  const isElsewhere = (row: CallTable): row is CallTable & { ownerId: string } =>
    row.status === 'ongoing' && row.ownerId !== null && row.ownerId !== processes.id;

  return {
    /** The name by which a caller stands in a call's log. */
    actorOf: actorStore(db).nameOf,

    /** Sends everything that has happened, then what happens; ends with the call or its watcher. */
    async watch(
      scope: Scope,
      id: string,
      by: string,
      stream: WatchStream,
      signal: AbortSignal,
    ): Promise<void> {
      const call = live.find(scope, id);
      if (call) return watchHere(call, by, stream, signal);
      const row = await require(scope, id);
      const query = new URLSearchParams({ workspaceId: scope.workspaceId, by });
      const path = `${watchOwnedCall.path.replace(':id', encodeURIComponent(id))}?${query}`;
      const frames = isElsewhere(row) ? await peers.follow(row.ownerId, path, signal) : undefined;
      if (!frames) {
        for (const event of await events(scope, id)) stream.send(event, event.seq);
        return;
      }
      for await (const bytes of frames) {
        stream.write(bytes.toString('utf8'));
        await stream.drained();
      }
    },

    /** Does something in a call in progress. Throws CONFLICT where it cannot be done. */
    async intervene(scope: Scope, id: string, act: CallAct, by: string): Promise<void> {
      const call = live.find(scope, id);
      if (call) return interveneHere(call, act, by);
      const row = await require(scope, id);
      const path = interveneInOwnedCall.path.replace(':id', encodeURIComponent(id));
      const body = { workspaceId: scope.workspaceId, act, by };
      const answer = isElsewhere(row) && (await peers.ask(row.ownerId, { method: 'POST', path, body }));
      if (!answer) throw notInProgress();
      const { refusal } = answer as { refusal?: string };
      if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
    },

    /** The same for a call of this process; returns why it was refused. */
    interveneHere(scope: Scope, id: string, act: CallAct, by: string): string | undefined {
      const call = live.find(scope, id);
      if (!call) throw new AppError('NOT_FOUND', 'Call not found.');
      try {
        interveneHere(call, act, by);
        return undefined;
      } catch (error) {
        if (error instanceof AppError) return error.message;
        throw error;
      }
    },

    /** Streams a call of this process to another one. */
    async watchHere(
      scope: Scope,
      id: string,
      by: string,
      open: () => WatchStream,
      signal: AbortSignal,
    ): Promise<void> {
      const call = live.find(scope, id);
      if (!call) throw new AppError('NOT_FOUND', 'Call not found.');
      await watchHere(call, by, open(), signal);
    },
  };
}

async function watchHere(
  call: LiveCall,
  by: string,
  stream: WatchStream,
  signal: AbortSignal,
): Promise<void> {
  const leave = call.log.watch((event) => stream.send(event, event.seq));
  const isNoted = noteWatcher(call, by);
  const gone = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([call.ended, gone]);
  leave();
  if (isNoted && !call.lastEvent) call.log.emit({ type: 'operator-act', act: 'leave', by });
}

/** Says in the log that somebody watches; returns whether it does, as a page that comes and goes must not fill it. */
function noteWatcher({ log, session, watchers }: LiveCall, by: string): boolean {
  if (!session || watchers.length >= mostWatchers) return false;
  watchers.push(by);
  log.emit({ type: 'operator-act', act: 'watch', by });
  return true;
}

function interveneHere(call: LiveCall, act: CallAct, by: string): void {
  if (!call.session) throw notInProgress();
  // What a server of others answers is theirs to guide.
  if (act.type === 'whisper' && call.snapshot.settings.brain.type === 'custom-llm')
    throw new AppError('CONFLICT', 'An agent that a custom LLM answers for cannot be whispered to.');
  call.session.intervene(act, by);
}

function notInProgress(): AppError {
  return new AppError('CONFLICT', 'This call is not in progress.');
}
