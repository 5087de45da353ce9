import type { RunContext } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import { jsonApi } from '../tools/json-api.ts';

/** The calls to one index that Elasticsearch and OpenSearch have in common; answers are unread. */
export interface ElasticCalls {
  exists(context: RunContext): Promise<boolean>;
  create(body: Record<string, unknown>, context: RunContext): Promise<void>;
  /** Actions and documents, after which what is there is found. */
  bulk(lines: readonly object[], context: RunContext): Promise<unknown>;
  search(body: Record<string, unknown>, context: RunContext): Promise<unknown>;
  /** Undefined while there is no index. */
  count(context: RunContext): Promise<number | undefined>;
}

export interface ElasticPlace {
  url: string;
  authorization?: string | undefined;
  secrets?: readonly string[];
  index: string;
}

const counted = z.object({ count: z.number() });

/** The calls to an index of Elasticsearch, of whatever version: its client is for its own version and newer ones. */
export function elasticsearchCalls({ url, authorization, secrets, index }: ElasticPlace): ElasticCalls {
  const ask = jsonApi({
    service: 'Elasticsearch',
    base: url,
    ...(authorization && { headers: { authorization } }),
    secrets: secrets ?? [],
    maxMegabytes: 16,
  });
  const path = `/${encodeURIComponent(index)}`;
  return {
    exists: async (context) => (await ask(path, { mayBeMissing: true }, context)) !== undefined,
    async create(body, context) {
      await ask(path, { method: 'PUT', body }, context);
    },
    bulk(lines, context) {
      const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
      const content = { type: 'application/x-ndjson', text };
      return ask(`${path}/_bulk?refresh=true`, { method: 'POST', content }, context);
    },
    search: (body, context) => ask(`${path}/_search`, { body }, context),
    async count(context) {
      const asked = { shape: counted.optional(), mayBeMissing: true };
      return (await ask(`${path}/_count`, asked, context))?.count;
    },
  };
}
