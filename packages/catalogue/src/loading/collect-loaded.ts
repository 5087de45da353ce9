import type { SourceDocument } from '@tendril/contract/provider/document';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { documentText, loadDocuments } from '../retrieval/load-documents.ts';

interface Asked {
  textSplitter?: TextSplitter | undefined;
  metadata?: unknown;
}

/** The outputs of a loader's node: everything it loads, split, as documents and as one text. */
export async function collectLoaded(
  parts: AsyncIterable<LoadedPart>,
  asked: Asked,
): Promise<{ document: SourceDocument[]; text: string }> {
  const document: SourceDocument[] = [];
  for await (const { documents } of parts) {
    const loaded = documents.map(({ pageContent, metadata }) => ({ text: pageContent, metadata }));
    document.push(...(await loadDocuments(loaded, asked)));
  }
  return { document, text: documentText(document) };
}
