import type { CallEvent } from '@tendril/contract/call-event';

/** One earlier sentence of a call, and what functions gave. */
export type SpokenTurn =
  | { speaker: 'caller' | 'agent'; text: string; isInterrupted?: boolean }
  | { speaker: 'tool'; toolId: string; name: string; arguments: string; result: string };

/** A turn that a call takes over from an earlier one; of a function also how it went and what it set. */
export type ReplayedTurn = SpokenTurn & { isOk?: boolean; variables?: Readonly<Record<string, string>> };

/** A function that a model asked for. */
export interface FunctionCall {
  toolId: string;
  name: string;
  /** JSON text, as the model wrote it. */
  arguments: string;
}

export interface FunctionAnswer {
  /** What the model is told. */
  result: string;
  isOk: boolean;
  /** The model is not asked again: the call ends or goes elsewhere, or nothing is to be said. */
  isLast: boolean;
}

export interface ReplyRequest {
  turn: number;
  /** `greeting`: the agent speaks first; `reminder`: the caller has been silent. */
  cause: 'greeting' | 'answer' | 'reminder';
  turns: readonly SpokenTurn[];
  /** Values of dynamic variables now: given, defaults, built-in and collected. */
  variables: Readonly<Record<string, string>>;
  /** Runs a function of the agent; the call speaks a filler, tells its events and does what the function asks of it. */
  callFunction(call: FunctionCall): Promise<FunctionAnswer>;
  /** Tells an event of the brain: model calls, searches, the run of a flow. */
  emit(event: Extract<CallEvent, { type: 'step-start' | 'step-end' | 'flow-run' }>): void;
  signal: AbortSignal;
}

/** A piece of a reply: words, or what the brain asks of the call. */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'end-call' }
  | { type: 'transfer'; number: string }
  | { type: 'press'; digits: string }
  /** The caller may not break into this reply. */
  | { type: 'no-interruption' };

/**
 * The brain of a phone agent: a prompt with a model, a flow of the workspace, or a custom LLM. The server joins them; a
 * call knows only that words come.
 */
export interface Responder {
  /** Gives the reply piece by piece; aborting the signal stops it down to the model's socket. */
  reply(request: ReplyRequest): AsyncIterable<ReplyPart>;
  close?(): void;
}
