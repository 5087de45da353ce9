import type { Call } from '@tendril/contract/api/calls';
import type { SimulationFields } from '@tendril/contract/api/simulations';
import type { AppError } from '@tendril/contract/app-error';
import type { DisconnectionReason, LoggedCallEvent } from '@tendril/contract/call-event';
import type { CallNotice } from '@tendril/contract/voice/call-socket';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { AudioTransport } from '@tendril/voice/audio-transport';
import type { CallClock } from '@tendril/voice/call-clock';
import type { CallParts, CallSession } from '@tendril/voice/call-session';
import type { ReplayedTurn } from '@tendril/voice/responder';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { toRetellCall } from '../voice-webhooks/public.ts';
import { toCall } from './call-answer.ts';
import { CallLog } from './call-log.ts';
import type { SessionFacts } from './media/session-start.ts';
import type { RecordingFile } from './recording-file.ts';

/** A result that is returned instead of calling a function. */
export type ToolMock = SimulationFields['toolMocks'][number] & {
  /** The function succeeded, unless this says otherwise. */
  isOk?: boolean;
  /** What it sets. */
  variables?: Record<string, string>;
  /** It answers once; the next call of the function gets the next one. */
  isOnce?: true;
};
export type ToolMocks = readonly ToolMock[];

/** What carries a call to its caller. */
export interface CallLine {
  /** Absent where the caller types. */
  readonly transport?: AudioTransport;
  notify(notice: CallNotice): void;
  /** The call's clock; the usual one when absent. */
  readonly clock?: CallClock;
  /** The caller has left, whether or not the call has heard of it. */
  readonly isGone?: boolean;
  /** Runs the call's session where the line's sound is, if that is another process. */
  readonly createSession?: ((parts: CallParts, facts: SessionFacts) => CallSession) | undefined;
  /** The call is over and on disk. */
  end(): void;
}

/** Data given when a call is registered. */
export interface CallGiven {
  readonly variables: Readonly<Record<string, string>>;
  /** Turns of an earlier call that this one begins with. */
  readonly history: readonly ReplayedTurn[];
}

/** A call in progress in this process. */
export class LiveCall {
  readonly row: CallTable;
  readonly log: CallLog;
  readonly line: CallLine;
  readonly snapshot: VoiceAgentSnapshot;
  /** The data given with the call, wherever it is stored. */
  readonly variables: Readonly<Record<string, string>>;
  readonly history: readonly ReplayedTurn[];
  /** Settles when the end is on disk. */
  readonly ended: Promise<void>;
  readonly toolMocks: ToolMocks;
  session: CallSession | undefined;
  /** The agent speaks before its caller has said anything. */
  speaksFirst = false;
  /** Emitted once it is on disk. */
  lastEvent: LoggedCallEvent | undefined;
  /** Why the call ends although it has not begun. */
  earlyEnd: DisconnectionReason | undefined;
  recording: RecordingFile | undefined;
  collected: Record<string, string> = {};
  /** Who has watched, in order. */
  readonly watchers: string[] = [];
  readonly #end: () => void;
  /** Rejects when what the call would begin with is not waited for any more. */
  readonly givenUp: Promise<never>;
  readonly #giveUp: (error: AppError) => void;
  #isLeft = false;

  constructor(
    row: CallTable,
    line: CallLine,
    snapshot: VoiceAgentSnapshot,
    given: CallGiven,
    toolMocks: ToolMocks = [],
  ) {
    this.row = { ...row };
    this.line = line;
    this.snapshot = snapshot;
    this.variables = given.variables;
    this.history = given.history;
    this.toolMocks = toolMocks;
    this.log = new CallLog(row.id, { isPrivate: row.isPrivate === 1, isSpoken: row.channel === 'audio' });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    givenUp.catch(() => {});
    this.givenUp = givenUp;
    this.#giveUp = reject;
  }

  get isPrivate(): boolean {
    return this.row.isPrivate === 1;
  }

  /** Nobody is on its line any more; what is left to do is to write its end. */
  get isLeft(): boolean {
    return this.#isLeft || this.line.isGone === true;
  }

  /** The conversation is over. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Ends it, and if it has not begun, with this error at once, whatever it is waiting for. */
  giveUp(error: AppError): void {
    if (this.session) this.log.emit({ type: 'call-error', code: error.code, message: error.message });
    this.hangUp('error_unknown');
    this.#giveUp(error);
  }

  hangUp(reason: DisconnectionReason): void {
    this.leave();
    if (this.session) this.session.hangUp(reason);
    else this.earlyEnd ??= reason;
  }

  /** The call as its functions and its custom LLM see it, now and with every later word. */
  describe(): Record<string, unknown> {
    const call: Call = {
      ...toCall(this.row, () => ''),
      recordingUrl: null,
      variables: { ...this.variables },
      collectedVariables: this.collected,
      transcript: [...this.log.transcript],
    };
    return toRetellCall(call);
  }

  /** Called once everything is on disk. */
  finish(): void {
    if (this.lastEvent) this.log.notify(this.lastEvent);
    this.#end();
    this.line.end();
  }
}
