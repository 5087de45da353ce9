import type { RunContext } from '@tendril/contract/node/run-context';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { Passage } from '@tendril/contract/provider/passage-store';
import { buildIndex, type MemoryIndex, toIndex } from './memory-index.ts';

/** Chats whose uploads stay ready to be searched. */
const mostKept = 16;

/** The name under which vectors of a model are kept: those of another are made anew. */
export function embeddingName({ provider, modelId }: Embedder): string {
  return `${provider}/${modelId}`;
}

/** Indexes over what upserts have added to a store, one for each state of a chat, made when a question needs it. */
export function keptIndexes(nodeId: string, embeddings: Embedder) {
  const indexes = new Map<string, Promise<MemoryIndex>>();

  function make(passages: readonly Passage[], context: RunContext): Promise<MemoryIndex> | MemoryIndex {
    const name = embeddingName(embeddings);
    const isKnown = passages.every((passage) => passage.embedding === name);
    return isKnown ? toIndex(passages) : buildIndex(passages, embeddings, context);
  }

  return {
    /** What the chat of this run may find beside the store's own documents; nothing where nobody has added any. */
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
