import type { Call } from '@tendril/contract/api/calls';
import type { DisconnectionReason, LoggedCallEvent } from '@tendril/contract/call-event';
import type { CallNotice } from '@tendril/contract/voice/call-socket';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { WantedVersion } from '../voice-agents/public.ts';
import type { CallRegister } from './call-register.ts';
import type { CallLine, LiveCall, ToolMocks } from './live-call.ts';

/** What carries the sound of a caller that is a program. */
export type SpokenLine = Pick<CallLine, 'transport' | 'clock' | 'createSession'>;

export interface ProgramCallRequest {
  agentId: string;
  version: WantedVersion;
  kind: CallTable['kind'];
  variables: Readonly<Record<string, string>>;
  /** Mock results returned instead of calling functions. */
  toolMocks?: ToolMocks;
  metadata?: Readonly<Record<string, unknown>>;
  /** Of the telephone call that it stands for. */
  direction?: CallTable['direction'];
  fromNumber?: string;
  toNumber?: string;
  /** The line of a caller who speaks; absent for one who types. */
  line?: SpokenLine;
}

/** A call whose caller is a program of this process. */
export interface ProgramCall {
  readonly callId: string;
  /** Settles when the agent has greeted, or waits for its caller. */
  readonly begun: Promise<void>;
  /** The final call, once its end is on disk. */
  readonly ended: Promise<Call>;
  /** Past and future events; returns the unsubscribe function. */
  listen(listener: (event: LoggedCallEvent) => void): () => void;
  /** Types a text; settles when the agent has answered, or the call is over. */
  say(text: string): Promise<void>;
  hangUp(reason?: DisconnectionReason): void;
}

interface ProgramCallParts {
  register: CallRegister;
  start(row: CallTable, line: CallLine, toolMocks?: ToolMocks): Promise<LiveCall>;
  read(scope: Scope, id: string): Promise<Call>;
}

/** Starts calls whose caller is a program of this process. */
export function programCalls({ register, start, read }: ProgramCallParts) {
  return {
    /** Throws what keeps the call from beginning. */
    async start(scope: Scope, { line: spoken, ...asked }: ProgramCallRequest): Promise<ProgramCall> {
      const channel = spoken ? 'audio' : 'text';
      const { row } = await register.add(scope, { channel, metadata: {}, ...asked });
      const past: LoggedCallEvent[] = [];
      const listeners = new Set<(event: LoggedCallEvent) => void>();
      const begun = Promise.withResolvers<void>();
      const line: CallLine = {
        ...spoken,
        notify(notice) {
          if (notice.type !== 'event') return;
          past.push(notice.event);
          if (isBeginning(notice)) begun.resolve();
          for (const listener of listeners) listener(notice.event);
        },
        end: () => begun.resolve(),
      };
      const call = await start(row, line, asked.toolMocks);
      if (!call.session || !call.speaksFirst) begun.resolve();
      return {
        callId: row.id,
        begun: begun.promise,
        ended: call.ended.then(() => read(scope, row.id)),
        listen(listener) {
          for (const event of past) listener(event);
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        say: async (text) => call.session?.say(text),
        hangUp: (reason = 'user_hangup') => call.hangUp(reason),
      };
    },
  };
}

function isBeginning({ event }: Extract<CallNotice, { type: 'event' }>): boolean {
  return event.type === 'agent-turn' || event.type === 'call-error' || event.type === 'call-end';
}
