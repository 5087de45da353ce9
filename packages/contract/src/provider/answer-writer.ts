import type { RunContext } from '../node/run-context.ts';
import type { Answer } from './answer.ts';
import type { ChatModel } from './chat-model.ts';
import type { SourceDocument } from './document.ts';

/** What an answer is written from. */
export interface WritingRequest {
  question: string;
  documents: readonly SourceDocument[];
  model: ChatModel;
  /** It is the run's answer, not a step towards it. */
  isAnswer: boolean;
}

/** Writes an answer from passages, in its own way. */
export interface AnswerWriter {
  nodeId: string;
  write(request: WritingRequest, context: RunContext): Promise<Answer>;
}
