import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { flatMetadata } from '../retrieval/flat-metadata.ts';
import { jsonApi } from '../tools/json-api.ts';

interface ChromaForm {
  url: string;
  apiKey?: string | undefined;
  tenant?: string | undefined;
  database?: string | undefined;
  collection: string;
  filter?: Record<string, unknown> | undefined;
}

const space = z.object({ space: z.string().nullish() }).nullish();
const collection = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  configuration_json: z.object({ hnsw: space, spann: space }).nullish(),
});
const lists = <T extends z.ZodType>(inner: T) => z.array(z.array(inner)).nullish();
const found = z.object({
  ids: z.array(z.array(z.string())),
  documents: lists(z.string().nullable()),
  metadatas: lists(z.record(z.string(), z.unknown()).nullable()),
  distances: lists(z.number().nullable()),
  embeddings: lists(z.array(z.number())),
});

type Collection = z.infer<typeof collection>;

/** How a collection measures: by squared distance where nobody said otherwise. */
function spaceOf({ metadata, configuration_json: configuration }: Collection): unknown {
  return configuration?.hnsw?.space ?? configuration?.spann?.space ?? metadata?.['hnsw:space'] ?? 'l2';
}

/** A collection of Chroma, by the second version of its API. */
export function chromaStore(form: ChromaForm): OutsideStore {
  const { apiKey, tenant = 'default_tenant', database = 'default_database' } = form;
  const ask = jsonApi({
    service: 'Chroma',
    base: `${form.url}/api/v2/tenants/${encodeURIComponent(tenant)}/databases/${encodeURIComponent(database)}`,
    ...(apiKey && { headers: { 'x-chroma-token': apiKey }, secrets: [apiKey] }),
    maxMegabytes: 16,
  });
  let opened: Promise<Collection> | undefined;

  /** Searching makes no collection: one that is missing is a mistake in its name. */
  function open(isFilling: boolean, context: RunContext): Promise<Collection> {
    opened ??= isFilling
      ? ask(
          '/collections',
          { body: { name: form.collection, get_or_create: true }, shape: collection },
          context,
        )
      : ask(`/collections/${encodeURIComponent(form.collection)}`, { shape: collection }, context);
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  }

  return {
    name: 'Chroma',
    async insert(passages, context) {
      const { id } = await open(true, context);
      const body = {
        ids: passages.map((passage) => passage.id),
        embeddings: passages.map(({ vector }) => vector),
        documents: passages.map(({ pageContent }) => pageContent),
        metadatas: passages.map(({ metadata }) => {
          const flat = Object.entries(flatMetadata(metadata));
          // Chroma knows no lists, and refuses metadata without a value.
          const plain = flat.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
          return plain.length === 0 ? null : Object.fromEntries(plain);
        }),
      };
      await ask(`/collections/${id}/upsert`, { body }, context);
    },
    async search({ vector, count, wantsVectors }, context) {
      const opening = await open(false, context);
      const body = {
        query_embeddings: [vector],
        n_results: count,
        include: ['documents', 'metadatas', 'distances', ...(wantsVectors ? ['embeddings'] : [])],
        ...(form.filter && { where: form.filter }),
      };
      const answer = await ask(`/collections/${opening.id}/query`, { body, shape: found }, context);
      const isSquared = spaceOf(opening) === 'l2';
      return (answer.ids[0] ?? []).map((id, row) => {
        const distance = answer.distances?.[0]?.[row] ?? 0;
        const own = answer.embeddings?.[0]?.[row];
        return {
          id,
          pageContent: answer.documents?.[0]?.[row] ?? '',
          metadata: answer.metadatas?.[0]?.[row] ?? {},
          score: 1 - (isSquared ? distance / 2 : distance),
          ...(own && { vector: own }),
        };
      });
    },
    async remove(ids, context) {
      const { id } = await open(false, context);
      await ask(`/collections/${id}/delete`, { body: { ids } }, context);
    },
    async count(context) {
      const opening = await ask(
        `/collections/${encodeURIComponent(form.collection)}`,
        { shape: collection.optional(), mayBeMissing: true },
        context,
      );
      return opening ? ask(`/collections/${opening.id}/count`, { shape: z.number() }, context) : 0;
    },
  };
}
