import type { SourceDocument } from '@tendril/contract/provider/document';
import type { TextSplitter } from '@tendril/contract/provider/retrieval';

interface LoadedText {
  text: string;
  /** Its source. */
  metadata: Record<string, unknown>;
}

function toMetadata(given: unknown): Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};
}

/**
 * Documents of the texts that a loader read: split where a splitter is connected, with the loader's own metadata added.
 */
export async function loadDocuments(
  texts: readonly LoadedText[],
  { textSplitter, metadata }: { textSplitter?: TextSplitter | undefined; metadata?: unknown },
): Promise<SourceDocument[]> {
  const whole = texts
    .filter((loaded) => loaded.text.trim() !== '')
    .map((loaded) => ({
      pageContent: loaded.text,
      metadata: { ...loaded.metadata, ...toMetadata(metadata) },
    }));
  return textSplitter ? textSplitter.split(whole) : whole;
}

/** The same documents as one text. */
export function documentText(documents: readonly SourceDocument[]): string {
  return documents.map((document) => document.pageContent).join('\n');
}
