import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { askModel } from '../../model/ask-model.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';

const nothing = 'NO_OUTPUT';

/** What of a document bears on a question, word for word; none when nothing does. */
async function extract(
  model: ChatModel,
  question: string,
  document: SourceDocument,
  context: RunContext,
): Promise<SourceDocument[]> {
  const content = `Give the parts of this text that help to answer the question, word for word and nothing else. When no part does, give ${nothing}.\n\n<question>${question}</question>\n<text>\n${document.pageContent}\n</text>`;
  const { text } = await askModel(model, { messages: [{ role: 'user', content }] }, context);
  const pageContent = text.trim();
  return pageContent && !pageContent.includes(nothing) ? [{ ...document, pageContent }] : [];
}

/** Keeps of each passage what bears on the question. */
export const llmFilterRetriever = implementNode({
  name: 'llmFilterRetriever',
  icon: 'search',
  description: 'Lets a model keep only those parts of the passages found that help to answer the question.',

  async run({ baseRetriever, model, query }, context) {
    const retriever: Retriever = {
      nodeId: context.nodeId,
      async retrieve(question, current) {
        const found = await baseRetriever.retrieve(question, current);
        const kept = await Promise.all(found.map((document) => extract(model, question, document, current)));
        return kept.flat();
      },
    };
    return retrieverOutputs(retriever, query, context);
  },
});
