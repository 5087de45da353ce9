import type { SourceDocument } from '@tendril/contract/provider/document';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { documentText } from '../retrieval/load-documents.ts';
import { collectLoaded } from './collect-loaded.ts';
import { omitMetadata } from './omit-metadata.ts';

interface LoaderForm {
  textSplitter?: TextSplitter | undefined;
  metadata?: unknown;
  omitMetadataKeys?: string | undefined;
}

/** The two outputs of a loader's node from what it loads, with the metadata that its form asks for. */
export async function loaderOutputs(
  parts: AsyncIterable<LoadedPart>,
  { textSplitter, metadata, omitMetadataKeys }: LoaderForm,
): Promise<{ document: SourceDocument[]; text: string }> {
  const loaded = await collectLoaded(parts, { textSplitter, metadata });
  const document = omitMetadata(loaded.document, omitMetadataKeys, metadata);
  return { document, text: documentText(document) };
}
