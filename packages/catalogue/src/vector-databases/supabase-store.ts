import { AppError } from '@tendril/contract/app-error';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { jsonApi } from '../tools/json-api.ts';

interface SupabaseForm {
  url: string;
  apiKey: string;
  table: string;
  /** The function that compares vectors. */
  queryName: string;
  filter?: Record<string, unknown> | undefined;
  /** Conditions on its result, as calls of supabase-js: `filter("metadata->>kind", "eq", "faq")`. */
  rpcFilter?: string | undefined;
  /** A record manager is connected: the table's ids are ours. */
  hasOwnIds: boolean;
}

const rows = z.array(
  z.object({
    id: z.unknown().optional(),
    content: z.string().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    similarity: z.number().nullish(),
    embedding: z.unknown().optional(),
  }),
);
const condition =
  /^(?:\s*rpc)?(?:\s*\.)?\s*filter\(\s*(["'])(.+?)\1\s*,\s*(["'])([a-z.]+)\3\s*,\s*(?:(["'])(.*?)\5|([\w.-]+))\s*\)\s*;?/;

/** The conditions of an RPC filter as PostgREST takes them. Throws FLOW_INVALID for other code. */
function conditionsOf(code: string | undefined): [column: string, test: string][] {
  const conditions: [string, string][] = [];
  let rest = code?.trim() ?? '';
  while (rest !== '') {
    const match = condition.exec(rest);
    if (!match)
      throw new AppError(
        'FLOW_INVALID',
        'Supabase RPC Filter: only calls such as filter("metadata->>kind", "eq", "faq") are supported.',
      );
    const [call, , column = '', , operator = '', , quoted, plain] = match;
    conditions.push([column, `${operator}.${quoted ?? plain ?? ''}`]);
    rest = rest.slice(call.length).trim();
  }
  return conditions;
}

/** pgvector's text form is a JSON list. */
function vectorOf(value: unknown): number[] | undefined {
  const list: unknown = typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.map(Number) : undefined;
}

/** A table of Supabase and the function that searches it. */
export function supabaseStore(form: SupabaseForm): OutsideStore {
  const { apiKey, table, queryName } = form;
  const ask = jsonApi({
    service: 'Supabase',
    base: `${form.url}/rest/v1`,
    headers: { apikey: apiKey, authorization: `Bearer ${apiKey}` },
    secrets: [apiKey],
    maxMegabytes: 16,
  });
  const conditions = conditionsOf(form.rpcFilter);
  const path = `/${encodeURIComponent(table)}`;

  return {
    name: 'Supabase',
    async insert(passages, context) {
      const body = passages.map(({ id, vector, pageContent, metadata }) => ({
        ...(form.hasOwnIds && { id }),
        content: pageContent,
        embedding: vector,
        metadata,
      }));
      const headers = { prefer: 'return=minimal,resolution=merge-duplicates' };
      await ask(path, { body, headers }, context);
    },
    async search({ vector, count }, context) {
      const query = new URLSearchParams(conditions).toString();
      const body = { query_embedding: vector, match_count: count, filter: form.filter ?? {} };
      const call = `/rpc/${encodeURIComponent(queryName)}${query && `?${query}`}`;
      const found = await ask(call, { body, shape: rows }, context);
      return found.map(({ id, content, metadata, similarity, embedding }) => {
        const own = vectorOf(embedding);
        return {
          ...(id !== undefined && { id: String(id) }),
          pageContent: content ?? '',
          metadata: metadata ?? {},
          score: similarity ?? 0,
          ...(own && { vector: own }),
        };
      });
    },
    async remove(ids, context) {
      await ask(path, { method: 'DELETE', query: { id: `in.(${ids.join(',')})` } }, context);
    },
  };
}
