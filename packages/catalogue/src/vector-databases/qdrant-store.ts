import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { chatKey } from '../retrieval/chat-uploads.ts';
import { textOf } from '../retrieval/text-of.ts';
import { asRecord } from '../tools/as-record.ts';
import { jsonApi } from '../tools/json-api.ts';

interface QdrantForm {
  url: string;
  apiKey?: string | undefined;
  collection: string;
  /** Of a collection that is made; that of the first vector when absent. */
  dimension?: number | undefined;
  distance: string;
  contentKey: string;
  metadataKey: string;
  batchSize?: number | undefined;
  configuration?: Record<string, unknown> | undefined;
  filter?: Record<string, unknown> | undefined;
  fileUpload?: boolean | undefined;
}

const points = z.object({
  result: z.object({
    points: z.array(
      z.object({
        id: z.union([z.string(), z.number()]),
        score: z.number(),
        payload: z.record(z.string(), z.unknown()).nullish(),
        vector: z.unknown().optional(),
      }),
    ),
  }),
});

const counted = z.object({ result: z.object({ count: z.number() }) });

function ofChat({ filter, fileUpload, metadataKey }: QdrantForm, { session }: RunContext) {
  if (!fileUpload) return filter;
  const key = `${metadataKey}.${chatKey}`;
  const own = { should: [{ key, match: { value: session.chatId } }, { is_empty: { key } }] };
  return filter ? { must: [filter, own] } : own;
}

/** A collection of Qdrant; made at the first insert. */
export function qdrantStore(form: QdrantForm): OutsideStore {
  const { apiKey, contentKey, metadataKey } = form;
  const ask = jsonApi({
    service: 'Qdrant',
    base: form.url,
    ...(apiKey && { headers: { 'api-key': apiKey }, secrets: [apiKey] }),
    maxMegabytes: 16,
  });
  const path = `/collections/${encodeURIComponent(form.collection)}`;
  let isThere = false;

  async function ensure(dimension: number, context: RunContext): Promise<void> {
    if (isThere) return;
    if ((await ask(path, { mayBeMissing: true }, context)) === undefined) {
      const vectors = { size: form.dimension ?? dimension, distance: form.distance };
      await ask(path, { method: 'PUT', body: { vectors, ...form.configuration } }, context);
    }
    isThere = true;
  }

  return {
    name: 'Qdrant',
    ...(form.batchSize && { batchSize: form.batchSize }),
    async insert(passages, context) {
      await ensure(passages[0]?.vector.length ?? 0, context);
      const rows = passages.map(({ id, vector, pageContent, metadata }) => ({
        id,
        vector,
        payload: { [contentKey]: pageContent, [metadataKey]: metadata },
      }));
      await ask(`${path}/points?wait=true`, { method: 'PUT', body: { points: rows } }, context);
    },
    async search({ vector, count, wantsVectors }, context) {
      const filter = ofChat(form, context);
      const body = {
        query: vector,
        limit: count,
        with_payload: true,
        with_vector: wantsVectors,
        ...(filter && { filter }),
      };
      const { result } = await ask(`${path}/points/query`, { body, shape: points }, context);
      return result.points.map(({ id, score, payload, vector: own }) => ({
        id: String(id),
        score,
        pageContent: textOf(payload?.[contentKey]),
        metadata: { ...asRecord(payload?.[metadataKey]) },
        ...(Array.isArray(own) && { vector: own.map(Number) }),
      }));
    },
    async remove(ids, context) {
      await ask(`${path}/points/delete?wait=true`, { body: { points: ids } }, context);
    },
    async count(context) {
      const asked = { body: { exact: true }, shape: counted.optional(), mayBeMissing: true };
      return (await ask(`${path}/points/count`, asked, context))?.result.count ?? 0;
    },
  };
}
