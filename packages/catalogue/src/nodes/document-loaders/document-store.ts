import { AppError } from '@tendril/contract/app-error';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { listStores, requireKnowledge } from '../../retrieval/knowledge-stores.ts';
import { documentText } from '../../retrieval/load-documents.ts';

const mostCharacters = 25_000_000;

/** The chunks of a knowledge base. */
export const documentStore = defineNode({
  name: 'documentStore',
  label: 'Document Store',
  version: 1,
  category: 'Document Loaders',
  description: 'All chunks of a knowledge base, as documents.',
  icon: 'database',
  inputs: {
    selectedStore: param.asyncOptions({ label: 'Select Store', loadMethod: 'listStores' }),
  },
  outputs: {
    document: output(['Document', 'json'], {
      label: 'Document',
      description: 'Documents with their text and metadata',
    }),
    text: output(['string', 'json'], { label: 'Text', description: 'The text of all documents as one' }),
  },
  loadMethods: { listStores: (request) => listStores(request) },

  async run({ selectedStore }, { services }) {
    const document: SourceDocument[] = [];
    let characters = 0;
    for await (const chunks of requireKnowledge(services).readChunks(selectedStore)) {
      characters += chunks.reduce((sum, chunk) => sum + chunk.pageContent.length, 0);
      if (characters > mostCharacters)
        throw new AppError(
          'NODE_FAILED',
          'This knowledge base is too large to load in full. Search it with "Document Store (Vector)" instead.',
        );
      document.push(...chunks);
    }
    return { document, text: documentText(document) };
  },
});
