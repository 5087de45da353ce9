import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { textOf } from '../retrieval/text-of.ts';
import { asRecord } from '../tools/as-record.ts';
import { readAnswer } from '../tools/read-answer.ts';
import { refusalReason } from '../tools/refusal-reason.ts';
import type { ElasticCalls } from './elastic-calls.ts';

/** What Elasticsearch and OpenSearch do each in their own way. */
interface ElasticDialect {
  service: string;
  /** Settings and mappings of a new index. */
  indexBody(dimension: number): Record<string, unknown>;
  searchBody(vector: readonly number[], count: number): Record<string, unknown>;
  /** Their score as a cosine. */
  toCosine(score: number): number;
}

interface ElasticForm {
  calls: ElasticCalls;
  dialect: ElasticDialect;
}

const bulk = z.object({
  errors: z.boolean(),
  items: z.array(
    z.record(z.string(), z.object({ error: z.unknown().optional(), status: z.number().optional() })),
  ),
});
const found = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _id: z.string(),
        _score: z.number().nullable(),
        _source: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  }),
});

/** An index of Elasticsearch or OpenSearch with the fields `embedding`, `text` and `metadata`. */
export function elasticStore({ calls, dialect }: ElasticForm): OutsideStore {
  const { service } = dialect;

  async function ensure(dimension: number, context: RunContext): Promise<void> {
    if (await calls.exists(context)) return;
    await calls.create(dialect.indexBody(dimension), context);
  }

  async function change(lines: readonly object[], context: RunContext): Promise<void> {
    const { errors, items } = readAnswer(bulk, await calls.bulk(lines, context), service, context);
    const failed = errors && items.flatMap((item) => Object.values(item)).find(({ error }) => error);
    if (!failed) return;
    const reason = asRecord(failed.error)['reason'] ?? refusalReason(JSON.stringify(failed.error));
    throw new AppError('PROVIDER_REFUSED', `${service} rejected a document: ${String(reason)}`);
  }

  let isThere = false;
  return {
    name: service,
    async insert(passages, context) {
      if (!isThere) await ensure(passages[0]?.vector.length ?? 0, context);
      isThere = true;
      const lines = passages.flatMap(({ id, vector, pageContent, metadata }) => [
        { index: { _id: id } },
        { embedding: vector, text: pageContent, metadata },
      ]);
      await change(lines, context);
    },
    async search({ vector, count }, context) {
      const body = { size: count, ...dialect.searchBody(vector, count) };
      const { hits } = readAnswer(found, await calls.search(body, context), service, context);
      return hits.hits.map(({ _id: id, _score: score, _source: source = {} }) => ({
        id,
        pageContent: textOf(source['text']),
        metadata: { ...asRecord(source['metadata']) },
        score: dialect.toCosine(score ?? 0),
        ...(Array.isArray(source['embedding']) && { vector: source['embedding'].map(Number) }),
      }));
    },
    async remove(ids, context) {
      await change(
        ids.map((id) => ({ delete: { _id: id } })),
        context,
      );
    },
    count: async (context) => (await calls.count(context)) ?? 0,
  };
}
