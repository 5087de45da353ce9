import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { readPath } from '../../text/read-path.ts';

const topKDefault = 4;

function formatResult({ pageContent, metadata }: SourceDocument, format: string): string {
  return format.replace(/\{\{\s*([^{}\s]+)\s*\}\}/g, (_whole, path: string) =>
    toPromptText(readPath({ context: pageContent, pageContent, metadata }, path)),
  );
}

/** Passages in a form of one's own. */
export const customRetriever = implementNode({
  name: 'customRetriever',
  icon: 'search',
  description: 'Finds passages and gives each in a form you write, such as with its source below it.',

  async run({ vectorStore, query, resultFormat, topK = topKDefault }, context) {
    const retriever: Retriever = {
      nodeId: context.nodeId,
      async retrieve(question, current) {
        const found = await vectorStore.search(question, topK, current);
        return found.map((document) => ({
          ...document,
          pageContent: formatResult(document, resultFormat),
        }));
      },
    };
    return retrieverOutputs(retriever, query, context);
  },
});
