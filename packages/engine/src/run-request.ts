import type { NodeServices, RunSession } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { RunAction, RunEvent, TokenUsage } from '@tendril/contract/run-event';
import type { Checkpoint } from './checkpoint.ts';
import type { RunScope } from './flow-plan.ts';
import type { SettledOutputs } from './read-inputs.ts';

/** A person's decision on a waiting run, with its checkpoint. */
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
  /** Resumes a waiting run. */
  resumption?: Resumption;
  /** Receives node, step and text events. `run-start`, `text` and `run-end` are the caller's. */
  emit(event: RunEvent): void;
  /** Called with every node's outputs as they settle; undefined for a branch not taken. */
  onSettled?(nodeId: string, outputs: Record<string, unknown> | undefined): void;
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
  usage: TokenUsage;
  costUsd: number;
}
