import type { SourceDocument } from '@tendril/contract/provider/document';
import type { BlockChunker, TextSplitter } from '@tendril/contract/provider/retrieval';
import { HeadingPath } from '../loading/reading/heading-path.ts';
import { markdownBlocks } from '../loading/reading/markdown-blocks.ts';

/** A splitter from a chunker of blocks; plain documents are read as markdown first, whose structure most texts have. */
export function blockSplitter(nodeId: string, openChunker: () => BlockChunker): TextSplitter {
  return {
    nodeId,
    openChunker,
    async split(documents) {
      const chunks: SourceDocument[] = [];
      for (const [index, { pageContent, metadata }] of documents.entries()) {
        const chunker = openChunker();
        const path = new HeadingPath();
        const blocks = [...markdownBlocks(pageContent)].map((block) => path.place(block));
        chunks.push(...chunker.push({ document: String(index), blocks, metadata }), ...chunker.end());
      }
      return chunks;
    },
  };
}
