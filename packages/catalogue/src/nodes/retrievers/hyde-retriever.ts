import type { Retriever } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { askModel } from '../../model/ask-model.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';
import { formatPrompt } from '../../text/format-prompt.ts';

const answering = 'Write a short passage that answers this question.';
const prompts: Record<NodeInputs['HydeRetriever']['promptKey'], string> = {
  websearch: answering,
  scifact: 'Write a passage of a scientific paper that supports or refutes this claim.',
  arguana: 'Write a passage that argues against this one.',
  'trec-covid': 'Write a passage of a scientific paper that answers this question.',
  fiqa: 'Write a passage of a text on finance that answers this question.',
  'dbpedia-entity': answering,
  'trec-news': 'Write a passage of a news article about this topic.',
  'mr-tydi': 'Write a short passage that answers this question, in the language of the question.',
};
const topKDefault = 4;

/** Searches with a made-up answer in place of the question. */
export const HydeRetriever = implementNode({
  name: 'HydeRetriever',
  icon: 'search',
  description: 'Lets a model make up an answer, and finds the passages nearest to that.',

  async run({ model, vectorStore, query, promptKey, customPrompt, topK = topKDefault }, context) {
    const template = customPrompt?.trim() || `${prompts[promptKey]} Give only the passage.\n\n{question}`;
    const retriever: Retriever = {
      nodeId: context.nodeId,
      async retrieve(question, current) {
        const content = formatPrompt(template, { question }, 'keep');
        const { text } = await askModel(model, { messages: [{ role: 'user', content }] }, current);
        return vectorStore.search(text.trim() || question, topK, current);
      },
    };
    return retrieverOutputs(retriever, query, context);
  },
});
