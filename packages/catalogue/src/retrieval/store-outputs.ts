import type { RunContext } from '@tendril/contract/node/run-context';
import type { ScoredDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { FoundPassage, OutsideStore } from '@tendril/contract/provider/outside-store';
import type { Retriever, VectorStore } from '@tendril/contract/provider/retrieval';
import { traceStep } from '../step/trace-step.ts';
import { chooseDiverse } from './choose-diverse.ts';

const topKDefault = 4;
const fetchKDefault = 20;
const lambdaDefault = 0.5;

interface SearchForm {
  embeddings?: Embedder | undefined;
  topK?: number | undefined;
  searchType?: 'similarity' | 'mmr' | undefined;
  fetchK?: number | undefined;
  lambda?: number | undefined;
}

const withoutVector = ({ vector: _, ...document }: FoundPassage): ScoredDocument => document;

/** The two outputs of a vector database's node: a retriever with its settings, and the store itself. */
export function storeOutputs(
  store: OutsideStore,
  form: SearchForm,
  { nodeId }: Pick<RunContext, 'nodeId'>,
): { retriever: Retriever; vectorStore: VectorStore } {
  const { embeddings, topK = topKDefault } = form;
  const isDiverse = form.searchType === 'mmr';

  async function find(text: string, count: number, context: RunContext): Promise<ScoredDocument[]> {
    const [vector = []] = embeddings && !store.embedsItself ? await embeddings.embed([text], context) : [];
    const fetched = isDiverse ? Math.max(count, form.fetchK ?? fetchKDefault) : count;
    const found = await store.search({ text, vector, count: fetched, wantsVectors: isDiverse }, context);
    const chosen =
      isDiverse && vector.length > 0
        ? chooseDiverse(vector, found, count, form.lambda ?? lambdaDefault)
        : found.slice(0, count);
    return chosen.map(withoutVector);
  }

  const search = (question: string, count: number, context: RunContext) =>
    traceStep(
      { kind: 'retrieval', name: store.name, nodeId, input: { question, topK: count } },
      context,
      () => find(question, count, context),
      (documents) => ({ documents }),
    );
  return {
    retriever: { nodeId, retrieve: (question, context) => search(question, topK, context) },
    vectorStore: { nodeId, search, ...(store.answer && { answer: store.answer }) },
  };
}
