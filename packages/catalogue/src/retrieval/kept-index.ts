import type { RunContext } from '@tendril/contract/node/run-context';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { Passage } from '@tendril/contract/provider/passage-store';
import { buildIndex, type MemoryIndex, toIndex } from './memory-index.ts';

/** How many chats' upload indexes stay in memory. */
const mostKept = 16;

/** Identifies the model of stored vectors: those of another are computed again. */
export function embeddingName({ provider, modelId }: Embedder): string {
  return `${provider}/${modelId}`;
}

/** Indexes over what upserts have added to a store, one for each state of a chat, built on demand. */
export function keptIndexes(nodeId: string, embeddings: Embedder) {
  const indexes = new Map<string, Promise<MemoryIndex>>();

  function make(passages: readonly Passage[], context: RunContext): Promise<MemoryIndex> | MemoryIndex {
    const name = embeddingName(embeddings);
    const isKnown = passages.every((passage) => passage.embedding === name);
    return isKnown ? toIndex(passages) : buildIndex(passages, embeddings, context);
  }

  return {
    /** What the chat of this run may find beside the store's own documents; undefined where nothing was added. */
    async of(context: RunContext): Promise<MemoryIndex | undefined> {
      const { passages } = context.services;
      const revision = (await passages?.revision(nodeId)) ?? '';
      if (!passages || revision === '') return undefined;
      const known = indexes.get(revision);
      if (known) return known;
      const made = passages.list(nodeId).then((list) => make(list, context));
      indexes.set(revision, made);
      made.catch(() => indexes.delete(revision));
      const [oldest] = indexes.keys();
      if (indexes.size > mostKept && oldest !== undefined) indexes.delete(oldest);
      return made;
    },
  };
}
