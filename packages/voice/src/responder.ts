import type { CallEvent } from '@tendril/contract/call-event';
import type { AudioFrame } from './audio-format.ts';

/** One earlier sentence of a call, and the results of functions. */
export type SpokenTurn =
  | { speaker: 'caller' | 'agent'; text: string; isInterrupted?: boolean }
  | { speaker: 'tool'; toolId: string; name: string; arguments: string; result: string };

/**
 * A turn that a call takes over from an earlier one; for a function also whether it succeeded and what it set, for an
 * answer the run of the flow that gave it.
 */
export type ReplayedTurn = SpokenTurn & {
  isOk?: boolean;
  variables?: Readonly<Record<string, string>>;
  flowRun?: { flowId: string; runId: string };
};

/** A function call of a model. */
export interface FunctionCall {
  toolId: string;
  name: string;
  /** JSON text, as the model wrote it. */
  arguments: string;
}

export interface FunctionAnswer {
  /** The result for the model. */
  result: string;
  isOk: boolean;
  /** The model is not asked again: the call ends or is transferred, or nothing is to be said. */
  isLast: boolean;
}

export interface ReplyRequest {
  turn: number;
  /**
   * `greeting`: the agent speaks first; `reminder`: the caller has been silent; `voicemail`: a machine records;
   * `handoff`: words to the person who takes the call over, which the caller does not hear.
   */
  cause: 'greeting' | 'answer' | 'reminder' | 'voicemail' | 'handoff';
  turns: readonly SpokenTurn[];
  /** What persons who watch the call have told the agent, in order; the caller must not learn of it. */
  guidance: readonly string[];
  /** Values of dynamic variables now: given, defaults, built-in and collected. */
  variables: Readonly<Record<string, string>>;
  /** Runs a function of the agent; the call speaks a filler, emits its events and executes its effects. */
  callFunction(call: FunctionCall): Promise<FunctionAnswer>;
  /** Emits an event of the responder: model calls, searches, the run of a flow. */
  emit(event: Extract<CallEvent, { type: 'step-start' | 'step-end' | 'flow-run' | 'node-transition' }>): void;
  /** How much of the sound that the reply itself brought has been heard; still known when it is aborted. */
  heardMs?(): number;
  signal: AbortSignal;
}

/** A piece of a reply: text, or what the responder asks of the call. */
export type ReplyPart =
  | { type: 'text'; text: string }
  /** Sound that the responder itself speaks, and the words in it; they may come apart. */
  | { type: 'sound'; text: string; sound?: AudioFrame }
  | { type: 'end-call' }
  | { type: 'transfer'; number: string }
  | { type: 'press'; digits: string }
  /** The caller must not interrupt this reply. */
  | { type: 'no-interruption' };

/**
 * What answers for a voice agent: a prompt with a model, a flow of the workspace, or a custom LLM. The server provides
 * them; a call only sees the text.
 */
export interface Responder {
  /** Streams the reply; aborting the signal stops it down to the model's socket. */
  reply(request: ReplyRequest): AsyncIterable<ReplyPart>;
  /**
   * A reply may be requested before it is certain that the caller has finished, and be aborted: apart from the functions
   * that it calls by its request, it changes nothing anywhere.
   */
  readonly mayPrepare?: boolean;
  close?(): void;
}
