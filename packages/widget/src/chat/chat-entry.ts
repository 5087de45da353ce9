import type { AgentReasoning, SourceCheck, UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';

/** What a person wrote, said or sent. */
export interface QuestionEntry {
  kind: 'question';
  id: string;
  text: string;
  files: readonly string[];
}

/** A run's question to a person before it goes on. */
export interface Decision {
  id: string;
  text: string;
  approve: string;
  reject: string;
  /** The form in which it is sent back. */
  mapping: Readonly<Record<string, unknown>>;
}

/** One answer, while it is written and after. */
export interface AnswerEntry {
  kind: 'answer';
  id: string;
  status: 'running' | 'done' | 'stopped' | 'failed' | 'waiting';
  text: string;
  /** The error message, if it failed. */
  error?: string;
  sources: readonly SourceDocument[];
  tools: readonly UsedTool[];
  steps: readonly AgentReasoning[];
  /** How far the sources bear it out, where that was checked. */
  check?: SourceCheck;
  /** The agent of a pipeline that is working now. */
  agent?: string;
  /** The id for rating it. */
  messageId?: string;
  rating?: 'THUMBS_UP' | 'THUMBS_DOWN';
  /** Follow-up questions. */
  followUps: readonly string[];
  decision?: Decision;
}

export type ChatEntry = QuestionEntry | AnswerEntry;

/** An empty answer. */
export function newAnswer(id: string): AnswerEntry {
  return {
    kind: 'answer',
    id,
    status: 'running',
    text: '',
    sources: [],
    tools: [],
    steps: [],
    followUps: [],
  };
}
