import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { textOf } from '../retrieval/text-of.ts';
import { asRecord } from '../tools/as-record.ts';
import { type JsonApi, jsonApi } from '../tools/json-api.ts';

interface MeilisearchForm {
  url: string;
  searchKey?: string | undefined;
  adminKey?: string | undefined;
  index: string;
  /** The index is recreated at the next insert. */
  isRenewed?: boolean | undefined;
  /** Between words (0) and vectors (1). */
  semanticRatio: number;
  filter?: string | undefined;
}

const task = z.object({ taskUid: z.number() });
const taskState = z.object({
  status: z.string(),
  error: z.object({ code: z.string().optional(), message: z.string() }).nullish(),
});
const found = z.object({ hits: z.array(z.record(z.string(), z.unknown())) });
/** The name that existing indexes have for vectors that are given. */
const embedderDefault = 'ollama';
const firstWaitMs = 50;
const longestWaitMs = 1000;
const patienceMs = 60_000;

function apiOf(url: string, key: string | undefined): JsonApi {
  const service = { service: 'Meilisearch', base: url, maxMegabytes: 16 };
  return jsonApi({ ...service, ...(key && { headers: { authorization: `Bearer ${key}` }, secrets: [key] }) });
}

/** Its changes are queued: each is waited for. */
async function finish(ask: JsonApi, uid: number, context: RunContext): Promise<void> {
  let waited = 0;
  for (let wait = firstWaitMs; waited < patienceMs; wait = Math.min(wait * 2, longestWaitMs)) {
    const { status, error } = await ask(`/tasks/${uid}`, { shape: taskState }, context);
    if (status === 'succeeded' || error?.code === 'index_already_exists') return;
    if (error && error.code !== 'index_not_found')
      throw new AppError('PROVIDER_REFUSED', `Meilisearch rejected the request: ${error.message}`);
    if (status === 'failed' || status === 'canceled') return;
    await pause(wait, undefined, { signal: context.signal });
    waited += wait;
  }
  throw new AppError('PROVIDER_UNAVAILABLE', 'Meilisearch took too long to index the documents.');
}

/** An index of Meilisearch with vectors beside its words. */
export function meilisearchStore(form: MeilisearchForm): OutsideStore {
  const admin = apiOf(form.url, form.adminKey ?? form.searchKey);
  const reader = apiOf(form.url, form.searchKey ?? form.adminKey);
  const path = `/indexes/${encodeURIComponent(form.index)}`;

  const change = async (
    at: string,
    method: 'POST' | 'PATCH' | 'DELETE',
    body: unknown,
    context: RunContext,
  ) => finish(admin, (await admin(at, { method, body, shape: task }, context)).taskUid, context);

  async function prepare(dimensions: number, context: RunContext): Promise<void> {
    if (form.isRenewed) await change(path, 'DELETE', undefined, context);
    await change('/indexes', 'POST', { uid: form.index, primaryKey: 'objectID' }, context);
    const embedders = { [embedderDefault]: { source: 'userProvided', dimensions } };
    await change(`${path}/settings`, 'PATCH', { embedders }, context);
  }

  let prepared: Promise<void> | undefined;
  return {
    name: 'Meilisearch',
    async insert(passages, context) {
      prepared ??= prepare(passages[0]?.vector.length ?? 0, context);
      await prepared.catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
      const rows = passages.map(({ id, vector, pageContent, metadata }) => ({
        objectID: id,
        content: pageContent,
        metadata,
        _vectors: { [embedderDefault]: { embeddings: vector, regenerate: false } },
      }));
      await change(`${path}/documents`, 'POST', rows, context);
    },
    async search({ text, vector, count, wantsVectors }, context) {
      const body = {
        q: text,
        vector,
        limit: count,
        hybrid: { semanticRatio: form.semanticRatio, embedder: embedderDefault },
        showRankingScore: true,
        retrieveVectors: wantsVectors,
        ...(form.filter && { filter: form.filter }),
      };
      const { hits } = await reader(`${path}/search`, { body, shape: found }, context);
      return hits.map(({ objectID, content, metadata, _rankingScore: score }) => ({
        id: String(objectID),
        pageContent: textOf(content),
        metadata: { ...asRecord(metadata) },
        score: Number(score ?? 0),
      }));
    },
    async remove(ids, context) {
      await change(`${path}/documents/delete-batch`, 'POST', ids, context);
    },
  };
}
