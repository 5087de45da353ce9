import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { unknownAnswer } from '../faithfulness/unknown-answer.ts';
import { toPassages } from '../text/passages.ts';
import { askForAnswer } from './ask-for-answer.ts';

interface PassagesRequest {
  model: ChatModel;
  retriever: Retriever;
  question: string;
  /** The passages are shown below the answer. */
  hasSources: boolean;
}

/** Answers one question from the passages that a retriever finds, and from nothing else. */
export async function answerFromPassages(
  { model, retriever, question, hasSources }: PassagesRequest,
  context: RunContext,
): Promise<Answer> {
  const documents = await retriever.retrieve(question, context);
  if (hasSources) context.emit({ type: 'source-documents', documents });
  const marking = hasSources ? ' Name the passages you used by their number, like [1].' : '';
  const system = `Answer the question from the passages below and from nothing else.${marking} When the passages do not hold the answer, say that you do not know.\n\n${toPassages(documents, hasSources ? 1 : undefined)}`;
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: question },
  ];
  const answer =
    unknownAnswer(documents, context) ?? (await askForAnswer(model, { messages, isAnswer: true }, context));
  return hasSources ? { ...answer, sourceDocuments: documents } : answer;
}
