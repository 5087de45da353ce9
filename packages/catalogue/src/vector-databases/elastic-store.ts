import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { textOf } from '../retrieval/text-of.ts';
import { asRecord } from '../tools/as-record.ts';
import { jsonApi } from '../tools/json-api.ts';
import { refusalReason } from '../tools/refusal-reason.ts';

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
  url: string;
  authorization?: string | undefined;
  secrets?: readonly string[];
  index: string;
  dialect: ElasticDialect;
}

const bulk = z.object({
  errors: z.boolean(),
  items: z.array(
    z.record(z.string(), z.object({ error: z.unknown().optional(), status: z.number().optional() })),
  ),
});
const counted = z.object({ count: z.number() });
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
export function elasticStore({ url, authorization, secrets, index, dialect }: ElasticForm): OutsideStore {
  const { service } = dialect;
  const ask = jsonApi({
    service,
    base: url,
    ...(authorization && { headers: { authorization } }),
    secrets: secrets ?? [],
    maxMegabytes: 16,
  });
  const path = `/${encodeURIComponent(index)}`;

  async function ensure(dimension: number, context: RunContext): Promise<void> {
    if ((await ask(path, { mayBeMissing: true }, context)) !== undefined) return;
    await ask(path, { method: 'PUT', body: dialect.indexBody(dimension) }, context);
  }

  async function change(lines: readonly unknown[], context: RunContext): Promise<void> {
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const content = { type: 'application/x-ndjson', text };
    const { errors, items } = await ask(
      `${path}/_bulk?refresh=true`,
      { method: 'POST', content, shape: bulk },
      context,
    );
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
      const { hits } = await ask(`${path}/_search`, { body, shape: found }, context);
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
    async count(context) {
      const asked = { shape: counted.optional(), mayBeMissing: true };
      return (await ask(`${path}/_count`, asked, context))?.count ?? 0;
    },
  };
}
