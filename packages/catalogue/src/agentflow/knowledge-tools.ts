import type { RunContext } from '@tendril/contract/node/run-context';
import type { VectorStore } from '@tendril/contract/provider/retrieval';
import type { Tool } from '@tendril/contract/provider/tool';
import { requireKnowledge } from '../retrieval/knowledge-stores.ts';
import { traceStep } from '../step/trace-step.ts';
import { toToolName } from '../text/tool-name.ts';
import { asRecord } from '../tools/as-record.ts';
import { documentTool } from '../tools/document-tool.ts';
import { readStoreChoice } from './store-choice.ts';

interface StoreRow {
  documentStore?: string;
  docStoreDescription?: string;
  returnSourceDocuments?: boolean;
}

interface VectorRow {
  vectorStoreConfig?: Record<string, unknown>;
  knowledgeName?: string;
  knowledgeDescription?: string;
  returnSourceDocuments?: boolean;
}

const defaultFound = 4;

/** Rows with the ids and names of their stores; our own forms keep the id alone. */
async function readRows(rows: readonly StoreRow[], { services }: RunContext) {
  const chosen = rows
    .map((row) => ({ ...row, ...readStoreChoice(row.documentStore ?? '') }))
    .filter(({ id }) => id !== '');
  if (chosen.every(({ name }) => name !== '')) return chosen;
  const stores = await requireKnowledge(services).listStores();
  return chosen.map((row) => {
    const store = stores.find(({ id }) => id === row.id);
    return {
      ...row,
      name: row.name || (store?.name ?? ''),
      docStoreDescription: row.docStoreDescription || store?.description,
    };
  });
}

/** "Knowledge (Document Stores)" as tools that look things up there. */
export async function storeTools(
  rows: readonly StoreRow[] | undefined,
  context: RunContext,
): Promise<Tool[]> {
  const { nodeId } = context;
  const chosen = await readRows(rows ?? [], context);
  return chosen.map(({ id, name, docStoreDescription = '', returnSourceDocuments }) =>
    documentTool({
      nodeId,
      name: toToolName(name.toLowerCase(), 'search_knowledge'),
      description: docStoreDescription,
      showsSources: returnSourceDocuments === true,
      retrieve: (question, current) =>
        traceStep(
          { kind: 'retrieval', name: name || 'Document Store', nodeId, input: { question, storeId: id } },
          current,
          () => requireKnowledge(current.services).searchStore(id, question, undefined, current),
          (documents) => ({ documents }),
        ),
    }),
  );
}

/** "Knowledge (Vector Embeddings)": stores that the step has chosen itself, with the rows that describe them. */
export function vectorTools(
  rows: readonly VectorRow[] | undefined,
  parts: readonly ({ vectorStore?: VectorStore | undefined } | undefined)[],
  { nodeId }: RunContext,
): Tool[] {
  return (rows ?? []).flatMap((row, index) => {
    const store = parts[index]?.vectorStore;
    if (!store) return [];
    const topK = Number(asRecord(row.vectorStoreConfig)['topK']) || defaultFound;
    return documentTool({
      nodeId,
      name: toToolName((row.knowledgeName ?? '').toLowerCase(), 'search_knowledge'),
      description: row.knowledgeDescription ?? '',
      showsSources: row.returnSourceDocuments === true,
      retrieve: (question, context) => store.search(question, topK, context),
    });
  });
}

/** Names of their own for tools that would have the same; a model could not distinguish them. */
export function withOwnNames(tools: readonly Tool[]): Tool[] {
  const counts = new Map<string, number>();
  return tools.map((tool) => {
    const count = (counts.get(tool.name) ?? 0) + 1;
    counts.set(tool.name, count);
    return count === 1 ? tool : { ...tool, name: `${tool.name.slice(0, 60)}_${count}` };
  });
}
