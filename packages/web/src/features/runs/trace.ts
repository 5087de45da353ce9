import type { RunAction, StepKind, TokenUsage } from '@tendril/contract/run-event';

export type SpanStatus =
  | 'running'
  | 'waiting'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'cached'
  | 'pinned'
  | 'skipped';

/** One piece of work of a run: a node, or a step inside one. */
export interface TraceSpan {
  id: string;
  kind: 'node' | StepKind;
  /** The node that owns the work: of a model call the model's node, not the chain that called it. */
  nodeId: string;
  /** The node that did the call, for a step; its span is the parent. */
  callerId?: string;
  /** A node's type name, or what a step calls itself. */
  name: string;
  label?: string;
  /** Milliseconds after the run's start. */
  startMs: number;
  /** Absent while it runs. */
  ms?: number;
  status: SpanStatus;
  input?: unknown;
  output?: unknown;
  error?: string;
  /** Why the node was left out. */
  reason?: string;
  /** Inside an iteration, the element that it worked on. */
  frame?: string;
  /** How many elements that iteration goes through. */
  items?: number;
  /** The server stopped while it was in progress; it was begun again. */
  isCutOff?: boolean;
  /** Which round of a loop, from the second on. */
  round?: number;
  /** Outputs that were taken, of a node that branches. */
  branches?: string[];
  /** What a person is asked, while the node waits for an answer. */
  action?: RunAction;
  /** When it began to wait for a person, and when it went on, in ms after the run's start. */
  waitMs?: number;
  resumedMs?: number;
  firstTokenMs?: number;
  usage?: TokenUsage;
  costUsd?: number;
}

/** What happened beside the work: another attempt at a node, or the server's restart. */
export type TraceNote = {
  id: string;
  /** The span that it stands below; undefined at the top. */
  afterId: string | undefined;
} & (
  | { kind: 'retry'; attempt: number; of: number | undefined; waitMs: number; message: string }
  | { kind: 'resume' }
);

/** All work of a run in the order it began. */
export interface Trace {
  /** Wall clock of the first event; 0 before it. */
  startedAt: number;
  /** Absent while the run goes on. */
  ms?: number;
  spans: readonly TraceSpan[];
  notes: readonly TraceNote[];
}

export const emptyTrace: Trace = { startedAt: 0, spans: [], notes: [] };
