import type { AgentReasoning, UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { RunStatus, TokenUsage } from '@tendril/contract/run-event';
import { emptyTrace, type Trace } from './trace/trace.ts';

/** One answer as the chat shows it, while it is written and after. */
export interface AnswerView {
  text: string;
  status: RunStatus;
  /** In words, when the run failed. */
  error?: string;
  sources: readonly SourceDocument[];
  usedTools: readonly UsedTool[];
  agentSteps: readonly AgentReasoning[];
  /** The agent of a pipeline that works now. */
  nextAgent?: string;
  isDemo: boolean;
  versionNumber?: number;
  runId?: string;
  /** Place of the last event that was taken in. */
  seq: number;
  ms?: number;
  usage?: TokenUsage;
  costUsd?: number;
  /** Empty for an answer that was loaded from the history. */
  trace: Trace;
}

/** An answer nothing is known of yet. */
export const emptyAnswer: AnswerView = {
  text: '',
  status: 'running',
  sources: [],
  usedTools: [],
  agentSteps: [],
  isDemo: false,
  seq: 0,
  trace: emptyTrace,
};
