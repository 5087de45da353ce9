import type { NodeServices, RunSession } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { RunAction, RunEvent, TokenUsage } from '@tendril/contract/run-event';
import type { Checkpoint } from './checkpoint.ts';
import type { RunScope } from './flow-plan.ts';
import type { SettledOutputs } from './read-inputs.ts';

/** What a person decided on a run that waited, with where the run stood. */
export interface Resumption {
  checkpoint: Checkpoint;
  isApproved: boolean;
  note?: string;
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
  /** Names of the variables that may not reach a model. */
  secretVariables?: ReadonlySet<string>;
  fileAttachment?: string;
  /** Values laid over parameters: by name, or by name and node id. The caller has checked that they are allowed. */
  overrides?: Readonly<Record<string, unknown>>;
  /** What of the flow is run; the whole of it when absent. */
  scope?: RunScope;
  /** Outputs of an earlier run that stand for nodes outside the scope. */
  kept?: SettledOutputs;
  /** The canvas's own run: pinned outputs stand for their nodes. */
  usesPins?: boolean;
  /** Goes on where a waiting run stopped. */
  resumption?: Resumption;
  /** Node, step and text events. `run-start`, `text` and `run-end` are the caller's. */
  emit(event: RunEvent): void;
  /** Told of every node's outputs as they settle; nothing stands for a branch not taken. */
  onSettled?(nodeId: string, outputs: Record<string, unknown> | undefined): void;
}

/** How a run ended. Nothing is thrown: a failed run is an outcome. */
export interface RunOutcome {
  /** `waiting`: a person is asked; `answer` holds the question to the person. */
  status: 'done' | 'waiting' | 'failed' | 'cancelled';
  ms: number;
  answer?: Answer;
  error?: { code: string; message: string };
  /** Of a waiting run: what the person is asked, and where the run goes on. */
  action?: RunAction;
  checkpoint?: Checkpoint;
  usage: TokenUsage;
  costUsd: number;
}
