import type { AgentReasoning, UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';

/** What a person wrote, said or sent. */
export interface QuestionEntry {
  kind: 'question';
  id: string;
  text: string;
  files: readonly string[];
}

/** What a run asks a person before it goes on. */
export interface Decision {
  id: string;
  text: string;
  approve: string;
  reject: string;
  /** As it is sent back. */
  mapping: Readonly<Record<string, unknown>>;
}

/** One answer, while it is written and after. */
export interface AnswerEntry {
  kind: 'answer';
  id: string;
  status: 'running' | 'done' | 'stopped' | 'failed' | 'waiting';
  text: string;
  /** In words, when it failed. */
  error?: string;
  sources: readonly SourceDocument[];
  tools: readonly UsedTool[];
  steps: readonly AgentReasoning[];
  /** The agent of a pipeline that works now. */
  agent?: string;
  /** It is rated by it. */
  messageId?: string;
  rating?: 'THUMBS_UP' | 'THUMBS_DOWN';
  /** What could be asked next. */
  followUps: readonly string[];
  decision?: Decision;
}

export type ChatEntry = QuestionEntry | AnswerEntry;

/** An answer of which nothing is known yet. */
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
