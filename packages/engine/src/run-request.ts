import type { NodeServices, RunSession } from '@tendril/contract/node/run-context';
import type { AgentFlowTrigger } from '@tendril/contract/provider/agent-flow';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { RunAction, RunEvent, TokenUsage } from '@tendril/contract/run-event';
import type { Checkpoint, SettledStep } from './checkpoint.ts';
import type { RunScope } from './flow-plan.ts';
import type { SettledOutputs } from './given-values.ts';
import type { StoredPart } from './step-parts.ts';

/** Where a run goes on: a person has decided, or, without a decision, the process that ran it has ended. */
export interface Resumption {
  checkpoint: Checkpoint;
  decision?: { isApproved: boolean; note?: string };
  /** What had been done inside steps that have not settled. */
  parts?: readonly StoredPart[];
}

/** One turn to run. */
export interface RunRequest {
  question: string;
  session: RunSession;
  isStreaming: boolean;
  signal: AbortSignal;
  services: NodeServices;
  history?: readonly ChatTurn[];
  variables?: Readonly<Record<string, string>>;
  /** Names of the variables that must not reach a model. */
  secretVariables?: ReadonlySet<string>;
  fileAttachment?: string;
  /** Overrides of parameters: by name, or by name and node id. The caller has checked that they are allowed. */
  overrides?: Readonly<Record<string, unknown>>;
  /** The part of the flow to run; the whole of it when absent. */
  scope?: RunScope;
  /** Outputs of an earlier run that replace nodes outside the scope. */
  kept?: SettledOutputs;
  /** The canvas's own run: pinned outputs replace their nodes. */
  usesPins?: boolean;
  /** What started the run, where no chat did. */
  trigger?: AgentFlowTrigger;
  /** The state that earlier turns of the session have kept. */
  sessionState?: Readonly<Record<string, unknown>>;
  /** Goes on with an earlier run. */
  resumption?: Resumption;
  /** What follows a step starts only when `onSettled` has resolved for it, so that no completed step is repeated. */
  isDurable?: boolean;
  /** Receives node, step and text events. `run-start`, `text` and `run-end` are the caller's. */
  emit(event: RunEvent): void;
  /**
   * Called with every node's outputs as they settle; undefined for a branch not taken. `frame` is empty but inside an
   * iteration; `step` is what a durable run stores.
   */
  onSettled?(
    nodeId: string,
    outputs: Record<string, unknown> | undefined,
    frame: string,
    step?: SettledStep,
  ): unknown;
  /** Called before a step that does more than compute; it starts when the promise, if there is one, resolves. */
  beforeEffect?(): Promise<void> | undefined;
  /** Called with the result of each piece of work inside a step; the step goes on when it resolves. */
  onPart?(part: StoredPart): Promise<void>;
}

/** How a run ended. Nothing is thrown: a failed run is an outcome. */
export interface RunOutcome {
  /** `waiting`: a person is asked; `answer` holds the question to the person. */
  status: 'done' | 'waiting' | 'failed' | 'cancelled';
  ms: number;
  answer?: Answer;
  error?: { code: string; message: string };
  /** For a waiting run: the question to the person, and where the run resumes. */
  action?: RunAction;
  checkpoint?: Checkpoint;
  /** What the session's later turns begin with, for a flow that keeps its state. */
  sessionState?: Readonly<Record<string, unknown>>;
  usage: TokenUsage;
  costUsd: number;
}
