import type { PostgrestClient } from '@supabase/postgrest-js';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { readAnswer } from '../tools/read-answer.ts';
import { throughClient } from '../tools/through-client.ts';

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

type Condition = [column: string, operator: string, value: string];

/** The conditions of an RPC filter. Throws FLOW_INVALID for other code. */
function conditionsOf(code: string | undefined): Condition[] {
  const conditions: Condition[] = [];
  let rest = code?.trim() ?? '';
  while (rest !== '') {
    const match = condition.exec(rest);
    if (!match)
      throw new AppError(
        'FLOW_INVALID',
        'Supabase RPC Filter: only calls such as filter("metadata->>kind", "eq", "faq") are supported.',
      );
    const [call, , column = '', , operator = '', , quoted, plain] = match;
    conditions.push([column, operator, quoted ?? plain ?? '']);
    rest = rest.slice(call.length).trim();
  }
  return conditions;
}

/** pgvector's text form is a JSON list. */
function vectorOf(value: unknown): number[] | undefined {
  const list: unknown = typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.map(Number) : undefined;
}

/** A table of Supabase and the function that searches it, by the part of Supabase's client that is for tables. */
export function supabaseStore(form: SupabaseForm): OutsideStore {
  const { apiKey, queryName } = form;
  const terms = { service: 'Supabase', secrets: [apiKey], maxMegabytes: 16 };
  const headers = { apikey: apiKey, authorization: `Bearer ${apiKey}` };
  const conditions = conditionsOf(form.rpcFilter);
  // The client takes names for parts of the address as they are.
  const table = encodeURIComponent(form.table);

  const ask = async (
    context: RunContext,
    act: (client: PostgrestClient) => PromiseLike<{ data: unknown }>,
  ): Promise<unknown> => {
    const { PostgrestClient } = await import('@supabase/postgrest-js');
    const { data } = await throughClient(terms, context, async (fetch) =>
      act(new PostgrestClient(`${form.url}/rest/v1`, { headers, fetch, retry: false })),
    );
    return data;
  };

  return {
    name: 'Supabase',
    async insert(passages, context) {
      const body = passages.map(({ id, vector, pageContent, metadata }) => ({
        ...(form.hasOwnIds && { id }),
        content: pageContent,
        embedding: vector,
        metadata,
      }));
      await ask(context, (client) => client.from(table).upsert(body).throwOnError());
    },
    async search({ vector, count }, context) {
      const asked = { query_embedding: vector, match_count: count, filter: form.filter ?? {} };
      const answer = await ask(context, (client) => {
        const call = client.rpc(encodeURIComponent(queryName), asked);
        for (const one of conditions) call.filter(...one);
        return call.throwOnError();
      });
      const found = readAnswer(rows, answer, terms.service, context);
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
      await ask(context, (client) => client.from(table).delete().in('id', ids).throwOnError());
    },
  };
}
