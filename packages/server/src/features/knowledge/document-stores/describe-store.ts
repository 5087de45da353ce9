import type { describeStoreTool } from '@tendril/contract/api/document-store-vectors';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import { readableLists } from '../access/public.ts';
import { chunkStore } from './chunks.store.ts';
import { type StoreRow, storeLoaderStore } from './document-stores.store.ts';
import type { DocumentStoreParts } from './document-stores.ts';
import { openStoreModel } from './open-store-model.ts';

const samples = 5;
const sampleLength = 800;

/** Lets a chat model describe, from a few chunks, when an agent should search a knowledge base. */
export async function describeStore(
  parts: DocumentStoreParts,
  store: StoreRow,
  callers: readonly string[],
  { selectedChatModel }: Body<typeof describeStoreTool>,
  signal: AbortSignal,
): Promise<string> {
  const services = parts.provide(store, store.id);
  const choice = selectedChatModel;
  const { model } = await openStoreModel({
    nodes: parts.nodes,
    services,
    choice,
    where: 'selectedChatModel',
    signal,
  });
  const loaders = await storeLoaderStore(parts.db).summaries(store, store.id);
  const batches = loaders.flatMap(({ batch }) => (batch === null ? [] : [batch]));
  const lists = await readableLists(parts.db, store, callers);
  const chunks = await chunkStore(parts.db).page(store, { batches, lists }, 0, samples);
  if (chunks.length === 0)
    throw new AppError('INVALID_INPUT', 'There are no chunks yet. Process a source first.');
  const text = [
    'Write one or two sentences that tell an assistant what can be found in the following collection of texts, and when to search it. Answer with these sentences only.',
    `Name of the collection: ${store.name}`,
    ...chunks.map(({ pageContent }) => `---\n${pageContent.slice(0, sampleLength).toWellFormed()}`),
  ].join('\n\n');
  const language = await model.language();
  const { content } = await language.doGenerate({
    prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
    ...model.settings,
    abortSignal: signal,
  });
  return content
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .trim();
}
