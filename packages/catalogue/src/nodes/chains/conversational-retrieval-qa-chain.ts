import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { MemoryTurn } from '@tendril/contract/provider/memory';
import { askForAnswer } from '../../chain/ask-for-answer.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { keepTurn } from '../../chain/keep-turn.ts';
import { unknownAnswer } from '../../faithfulness/unknown-answer.ts';
import { askModel } from '../../model/ask-model.ts';
import { formatPrompt } from '../../text/format-prompt.ts';
import { historyText } from '../../text/history-text.ts';
import { toPassages } from '../../text/passages.ts';

const rephraseDefault = `Here is a conversation and a follow-up to it. Write the follow-up as one standalone question, which can be understood without the conversation. Give only that question.

<conversation>
{chat_history}
</conversation>
<follow-up>{question}</follow-up>`;

const marking = ' Name the passages you used by their number in square brackets, like [1].';
const responseDefault = `Answer the question from the passages below and from nothing else.${marking} When the passages do not hold the answer, say that you do not know.

{context}`;

/** The question rephrased to stand alone, without the conversation. */
async function rephrase(
  model: ChatModel,
  prompt: string,
  history: readonly MemoryTurn[],
  question: string,
  context: RunContext,
): Promise<string> {
  if (history.length === 0) return question;
  const content = formatPrompt(prompt, { chat_history: historyText(history), question }, 'keep');
  const { text } = await askModel(model, { messages: [{ role: 'user', content }] }, context);
  return text.trim() || question;
}

/** Answers from documents, in a conversation. */
export const conversationalRetrievalQAChain = defineNode({
  name: 'conversationalRetrievalQAChain',
  label: 'Conversational Retrieval QA Chain',
  version: 3,
  category: 'Chains',
  description: 'Finds the passages that fit the question and answers from them.',
  icon: 'book-open-text',
  role: 'ending',
  inputs: {
    model: anchor('BaseChatModel', { label: 'Chat Model' }),
    vectorStoreRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    memory: anchor('BaseMemory', {
      label: 'Memory',
      description: 'Without it, only messages sent along with the question are kept in mind.',
      optional: true,
    }),
    inputModeration: anchor('Moderation', {
      label: 'Input Moderation',
      description: 'Looks at the question first; a refused question never reaches the model.',
      optional: true,
      list: true,
    }),
    returnSourceDocuments: param.boolean({
      label: 'Return Source Documents',
      description: 'Shows the passages below the answer, and marks in it which were used.',
      optional: true,
      default: true,
    }),
    rephrasePrompt: param.string({
      isPromptTemplate: true,
      label: 'Rephrase Prompt',
      description: 'Turns a follow-up into a question of its own, from {chat_history} and {question}.',
      rows: 4,
      optional: true,
      additionalParams: true,
      default: rephraseDefault,
    }),
    responsePrompt: param.string({
      isPromptTemplate: true,
      label: 'Response Prompt',
      description: 'Says how to answer from the passages in {context}.',
      rows: 4,
      optional: true,
      additionalParams: true,
      default: responseDefault,
    }),
  },
  outputs: {
    conversationalRetrievalQAChain: output(['ConversationalRetrievalQAChain', 'BaseChain', 'Runnable'], {
      label: 'Conversational Retrieval QA Chain',
    }),
  },

  async run(inputs, { nodeId }) {
    const { model, vectorStoreRetriever, memory, inputModeration } = inputs;
    return {
      conversationalRetrievalQAChain: {
        nodeId,
        async invoke(question, context) {
          const refusal = await checkModeration(inputModeration, question, context);
          if (refusal) return refusal;
          const history = memory ? await memory.load(context) : context.history;
          const standalone = await rephrase(model, inputs.rephrasePrompt, history, question, context);
          const documents = await vectorStoreRetriever.retrieve(standalone, context);
          const hasSources = inputs.returnSourceDocuments === true;
          // A citation would point at nothing where the passages are not shown.
          const prompt = hasSources ? inputs.responsePrompt : inputs.responsePrompt.replace(marking, '');
          if (hasSources) context.emit({ type: 'source-documents', documents });
          const values = {
            context: toPassages(documents, hasSources ? 1 : undefined),
            question: standalone,
            chat_history: historyText(history),
          };
          const messages = [
            { role: 'system' as const, content: formatPrompt(prompt, values, 'keep') },
            ...history,
            { role: 'user' as const, content: question },
          ];
          const answer =
            unknownAnswer(documents, context) ??
            (await askForAnswer(model, { messages, isAnswer: true }, context));
          await keepTurn(memory, question, answer, context);
          return hasSources ? { ...answer, sourceDocuments: documents } : answer;
        },
      },
    };
  },
});
