import type { AgentReasoning, SourceCheck, UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { RunAction, RunStatus, TokenUsage } from '@tendril/contract/run-event';
import { emptyTrace, type Trace } from '../runs/trace.ts';

/** A rating of an answer. */
export interface AnswerRating {
  rating: 'THUMBS_UP' | 'THUMBS_DOWN';
  content: string;
}

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
  /** Id under which the answer is stored; it can be rated by it. */
  messageId?: string;
  rating?: AnswerRating;
  /** What could be asked next. */
  followUps?: readonly string[];
  /** How far the sources bear it out, where that was checked. */
  sourceCheck?: SourceCheck;
  /** What a person has to decide before the run goes on. */
  action?: RunAction;
  /** Place of the last event that was taken in. */
  seq: number;
  ms?: number;
  usage?: TokenUsage;
  costUsd?: number;
  /** Empty for an answer that was loaded from the history. */
  trace: Trace;
}

/** A new, empty answer. */
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
