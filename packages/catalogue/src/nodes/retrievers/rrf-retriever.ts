import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';
import { writeQueries } from '../../retrieval/write-queries.ts';

const queryCountDefault = 4;
const constantDefault = 60;

/** Several rankings as one: a document counts the more, the higher it stands in each. */
function fuse(rankings: readonly SourceDocument[][], constant: number): SourceDocument[] {
  const scores = new Map<string, { document: SourceDocument; score: number }>();
  for (const ranking of rankings) {
    for (const [rank, document] of ranking.entries()) {
      const known = scores.get(document.pageContent) ?? { document, score: 0 };
      scores.set(document.pageContent, { ...known, score: known.score + 1 / (rank + constant) });
    }
  }
  return [...scores.values()]
    .toSorted((left, right) => right.score - left.score)
    .map(({ document }) => document);
}

/** Searches for several queries and fuses what they find. */
export const RRFRetriever = implementNode({
  name: 'RRFRetriever',
  icon: 'search',
  description: 'Searches for several wordings of the question; passages that many of them find come first.',

  async run(inputs, context) {
    const { baseRetriever, model, query, topK } = inputs;
    const count = inputs.queryCount ?? queryCountDefault;
    const retriever: Retriever = {
      nodeId: context.nodeId,
      async retrieve(question, current) {
        const prompt = `Write ${count} search queries for this question, one a line and nothing else.\n\n${question}`;
        const queries = await writeQueries(model, prompt, count, current);
        const all = [...new Set([question, ...queries])];
        const rankings = await Promise.all(all.map((one) => baseRetriever.retrieve(one, current)));
        const most = topK ?? rankings[0]?.length;
        return fuse(rankings, inputs.c ?? constantDefault).slice(0, most);
      },
    };
    return retrieverOutputs(retriever, query, context);
  },
});
