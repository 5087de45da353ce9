import type { Chain } from '@tendril/contract/provider/answer';
import { askForAnswer } from '../../chain/ask-for-answer.ts';
import { conversationMessages } from '../../chain/conversation-messages.ts';
import { keepTurn } from '../../chain/keep-turn.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { toPassages } from '../../text/passages.ts';

/** A conversation that knows an index. */
export const contextChatEngine = implementNode({
  name: 'contextChatEngine',
  icon: 'book-open-text',
  description: 'A conversation with a model that also reads the passages an index finds for each question.',

  async run(inputs, { nodeId }) {
    const { model, vectorStoreRetriever, memory, returnSourceDocuments, systemMessagePrompt } = inputs;
    const contextChatEngine: Chain = {
      nodeId,
      async invoke(question, context) {
        const history = await memory.load(context);
        const documents = await vectorStoreRetriever.retrieve(question, context);
        if (returnSourceDocuments) context.emit({ type: 'source-documents', documents });
        const messages = [
          ...conversationMessages(systemMessagePrompt ?? '', {
            question,
            history,
            historyKey: memory.memoryKey,
          }),
        ];
        const passages = `Use these passages where they help to answer:\n\n${toPassages(documents)}`;
        const rest = messages.filter(({ role }) => role !== 'system');
        const system = messages.filter(({ role }) => role === 'system');
        const all = [...system, { role: 'system' as const, content: passages }, ...rest];
        const answer = await askForAnswer(model, { messages: all, isAnswer: true }, context);
        await keepTurn(memory, question, answer, context);
        return returnSourceDocuments ? { ...answer, sourceDocuments: documents } : answer;
      },
    };
    return { contextChatEngine };
  },
});
