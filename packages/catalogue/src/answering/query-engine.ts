import type { Chain } from '@tendril/contract/provider/answer';
import type { AnswerWriter } from '@tendril/contract/provider/answer-writer';
import type { IndexRetriever } from '@tendril/contract/provider/retrieval';
import { unknownAnswer } from '../faithfulness/unknown-answer.ts';
import { refineWriter } from './refine-writer.ts';

interface EngineForm {
  nodeId: string;
  retriever: IndexRetriever;
  writer?: AnswerWriter | undefined;
  returnsSources: boolean;
}

/** Answers questions from what an index finds for them, with the index's own model. */
export function queryEngine({ nodeId, retriever, writer, returnsSources }: EngineForm): Chain {
  const used = writer ?? refineWriter({ nodeId, areTogether: true });
  return {
    nodeId,
    async invoke(question, context) {
      const documents = await retriever.retrieve(question, context);
      if (returnsSources) context.emit({ type: 'source-documents', documents });
      const request = { question, documents, model: retriever.model, isAnswer: true };
      const answer = unknownAnswer(documents, context) ?? (await used.write(request, context));
      return returnsSources ? { ...answer, sourceDocuments: documents } : answer;
    },
  };
}
