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

/** "Knowledge (Document Stores)" as tools that look things up there. */
export function storeTools(rows: readonly StoreRow[] | undefined, { nodeId }: RunContext): Tool[] {
  return (rows ?? []).flatMap(({ documentStore = '', docStoreDescription = '', returnSourceDocuments }) => {
    const { id, name } = readStoreChoice(documentStore);
    if (!id) return [];
    return documentTool({
      nodeId,
      name: toToolName(name.toLowerCase(), 'search_knowledge'),
      description: docStoreDescription,
      showsSources: returnSourceDocuments === true,
      retrieve: (question, context) =>
        traceStep(
          { kind: 'retrieval', name: name || 'Document Store', nodeId, input: { question } },
          context,
          () => requireKnowledge(context.services).searchStore(id, question, undefined, context),
          (documents) => ({ documents }),
        ),
    });
  });
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
