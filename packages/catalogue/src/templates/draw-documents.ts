import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { TemplateDrawing } from './template-drawing.ts';

interface Documents {
  text: string;
  /** Shown beside answers. */
  source: string;
  chunkSize?: number;
  topK?: number;
  /** The embeddings node; the demo one when left out. */
  embeddings?: string;
}

/** Draws a searchable text: two columns of its own, with the store in a third that is begun here. */
export function drawDocuments(drawing: TemplateDrawing, documents: Documents): NodeHandle {
  const { text, source, chunkSize = 260, topK = 4, embeddings = 'demoEmbeddings' } = documents;
  const splitter = drawing.add('recursiveCharacterTextSplitter', { chunkSize, chunkOverlap: 0 });
  drawing.column();
  const page = drawing.add('plainText', { text, metadata: JSON.stringify({ source }) });
  const vectors = drawing.add(embeddings);
  drawing.column();
  const store = drawing.add('memoryVectorStore', { topK });
  drawing
    .group('Your text', [splitter, page, vectors])
    .connect(splitter, page, 'textSplitter')
    .connect(page, store, 'document')
    .connect(vectors, store, 'embeddings');
  return store;
}
