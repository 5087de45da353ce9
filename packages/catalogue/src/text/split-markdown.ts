import type { SourceDocument } from '@tendril/contract/provider/document';

interface MarkdownSplit {
  chunkSize: number;
  chunkOverlap: number;
}

/** Documents of markdown, cut at its headings, paragraphs and lists. */
export async function splitMarkdown(
  documents: SourceDocument[],
  sizes: MarkdownSplit,
): Promise<SourceDocument[]> {
  const { MarkdownTextSplitter } = await import('@langchain/textsplitters');
  const pieces = await new MarkdownTextSplitter(sizes).splitDocuments(documents);
  return pieces.map(({ pageContent, metadata }) => ({ pageContent, metadata }));
}
