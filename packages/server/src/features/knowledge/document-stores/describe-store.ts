import type { describeStoreTool } from '@tendril/contract/api/document-store-vectors';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { NodeSource } from '../../flows/nodes/public.ts';
import { chunkStore } from './chunks.store.ts';
import { type StoreRow, storeLoaderStore } from './document-stores.store.ts';
import type { DocumentStoreParts } from './document-stores.ts';
import { storeContext } from './node-context.ts';
import { readFields, refuse } from './store-nodes.ts';

const samples = 5;
const sampleLength = 800;

interface DescribeParts extends DocumentStoreParts {
  catalogue(): Promise<NodeSource>;
}

/** Lets a chat model describe, from a few chunks, when an agent should search a knowledge base. */
export async function describeStore(
  parts: DescribeParts,
  store: StoreRow,
  { selectedChatModel }: Body<typeof describeStoreTool>,
  signal: AbortSignal,
): Promise<string> {
  const model = await openModel(parts, store, selectedChatModel, signal);
  const loaders = await storeLoaderStore(parts.db).summaries(store, store.id);
  const batches = loaders.flatMap(({ batch }) => (batch === null ? [] : [batch]));
  const chunks = await chunkStore(parts.db).page(store, batches, undefined, 0, samples);
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

async function openModel(
  { catalogue, provide }: DescribeParts,
  store: StoreRow,
  { name, inputs, credential }: Body<typeof describeStoreTool>['selectedChatModel'],
  signal: AbortSignal,
): Promise<ChatModel> {
  const node = await (await catalogue()).load(name);
  if (node?.category !== 'Chat Models')
    throw refuse('selectedChatModel.name', `"${name.slice(0, 100)}" is no chat model`);
  const services = provide(store, store.id);
  const context = storeContext({ nodeId: name, services, credential, label: node.label, signal });
  const outputs = await node.run?.(readFields(node, inputs, 'selectedChatModel.inputs') as never, context);
  return outputs?.[name] as ChatModel;
}
