import type { HouseServices, RunSession } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { RunEvent, TokenUsage } from '@tendril/contract/run-event';

/** One turn to run. */
export interface RunRequest {
  question: string;
  session: RunSession;
  isStreaming: boolean;
  signal: AbortSignal;
  services: HouseServices;
  history?: readonly ChatTurn[];
  variables?: Readonly<Record<string, string>>;
  fileAttachment?: string;
  /** Values laid over parameters: by name, or by name and node id. The caller has checked that they are allowed. */
  overrides?: Readonly<Record<string, unknown>>;
  /** Node, step and text events. `run-start`, `text` and `run-end` are the caller's. */
  emit(event: RunEvent): void;
}

/** How a run ended. Nothing is thrown: a failed run is an outcome. */
export interface RunOutcome {
  status: 'done' | 'failed' | 'cancelled';
  ms: number;
  answer?: Answer;
  error?: { code: string; message: string };
  usage: TokenUsage;
  costUsd: number;
}
