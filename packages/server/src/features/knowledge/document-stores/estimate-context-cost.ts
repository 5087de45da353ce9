import type { estimateContexts } from '@tendril/contract/api/document-stores';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { NodeServices } from '@tendril/contract/node/run-context';
import { contextPrompt, contextTokens, mostDocumentChars } from './context-prompt.ts';
import { openLoader } from './loader-chunks.ts';
import { openStoreModel } from './open-store-model.ts';
import type { StoreNodes } from './store-nodes.ts';

interface EstimateRequest {
  nodes: StoreNodes;
  services: NodeServices;
  settings: Body<typeof estimateContexts>;
  signal: AbortSignal;
}

const estimateMs = 30_000;
const charsPerToken = 4;

/** Counts what a model would have to read and write for the chunks of a source; asks it nothing. */
export async function estimateContextCost({
  nodes,
  services,
  settings,
  signal,
}: EstimateRequest): Promise<Answer<typeof estimateContexts>> {
  const { reading, ...loaderSettings } = settings;
  const choice = reading.context;
  const { model } = await openStoreModel({ nodes, services, choice, where: 'reading.context', signal });
  const loader = await openLoader({ nodes, services, settings: loaderSettings, signal, isTrial: true });
  const deadline = performance.now() + estimateMs;
  const documents = new Map<unknown, { chunks: number; chars: number }>();
  let isLowerBound = false;
  for await (const { chunks } of loader.parts()) {
    for (const { pageContent, metadata } of chunks) {
      const document = documents.get(metadata['source']) ?? { chunks: 0, chars: 0 };
      document.chunks += 1;
      document.chars += pageContent.length;
      documents.set(metadata['source'], document);
    }
    isLowerBound = performance.now() > deadline;
    if (isLowerBound) break;
  }
  return { ...costOf([...documents.values()], model.price), documents: documents.size, isLowerBound };
}

function costOf(
  documents: readonly { chunks: number; chars: number }[],
  price: { input: number; output: number } | undefined,
) {
  const task = contextPrompt('', '').length;
  let [chunks, inputChars, repeatedChars] = [0, 0, 0];
  for (const document of documents) {
    const read = Math.min(document.chars, mostDocumentChars);
    chunks += document.chunks;
    inputChars += document.chunks * (read + task) + document.chars;
    repeatedChars += (document.chunks - 1) * read;
  }
  const inputTokens = Math.ceil(inputChars / charsPerToken);
  const outputTokens = chunks * contextTokens;
  return {
    chunks,
    inputTokens,
    repeatedTokens: Math.ceil(repeatedChars / charsPerToken),
    outputTokens,
    // Prices are those of a million tokens.
    costUsd: price ? (inputTokens * price.input + outputTokens * price.output) / 1e6 : null,
  };
}
