import type { RetellChannel } from '@tendril/contract/api/retell-agents';
import type { RetellPageQuery } from '@tendril/contract/api/retell-pages';
import { AppError } from '@tendril/contract/app-error';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

interface RecordRow {
  id: string;
  createdAt: number;
  updatedAt: number;
}

/** Which agents to list. */
interface AgentSearch {
  search?: string | undefined;
  channels?: readonly RetellChannel[];
}

interface RecordPage<Row extends RecordRow> {
  rows: Row[];
  has_more: boolean;
  pagination_key?: string;
}

/** Agents and LLM records as Retell's lists show them: in pages, and with the times of their changes. */
export function retellRecordStore(db: Database) {
  async function page(
    table: 'voice_agent' | 'voice_llm',
    { workspaceId }: Scope,
    { limit, pagination_key, sort_order }: RetellPageQuery,
    { search, channels }: AgentSearch = {},
  ): Promise<RecordPage<RecordRow>> {
    const direction = sort_order === 'ascending' ? 'asc' : 'desc';
    let rows = db
      .selectFrom(table)
      .select(['id', 'createdAt', 'updatedAt'])
      .where('workspaceId', '=', workspaceId)
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
      .limit(limit + 1);
    if (pagination_key !== undefined) {
      const { createdAt, id } = readKey(pagination_key);
      const [here, there] = [sql.ref('createdAt'), sql.ref('id')];
      const sign = sql.raw(sort_order === 'ascending' ? '>' : '<');
      rows = rows.where(sql<SqlBool>`(${here}, ${there}) ${sign} (${createdAt}, ${id})`);
    }
    if (channels && channels.length < 2) {
      const chats = db
        .selectFrom('retell_chat_agent')
        .select('agentId')
        .where('workspaceId', '=', workspaceId);
      rows = rows.where('id', channels[0] === 'chat' ? 'in' : 'not in', chats);
    }
    if (search) {
      const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      rows = rows.where(
        sql<SqlBool>`(lower(${sql.ref('agentName')}) like ${pattern} escape '\\' or lower(id) like ${pattern} escape '\\')`,
      );
    }
    const found = await rows.execute();
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit;
    return {
      rows: shown,
      has_more: hasMore,
      ...(hasMore && last && { pagination_key: `${last.createdAt}.${last.id}` }),
    };
  }

  return {
    agents: (scope: Scope, query: RetellPageQuery, asked: AgentSearch) =>
      page('voice_agent', scope, query, asked),

    /** Those of the agents that are for chats. */
    async chatAgentsOf({ workspaceId }: Scope, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('retell_chat_agent')
        .select('agentId')
        .where('workspaceId', '=', workspaceId)
        .where('agentId', 'in', ids)
        .execute();
      return new Set(rows.map(({ agentId }) => agentId));
    },
    llms: (scope: Scope, query: RetellPageQuery) => page('voice_llm', scope, query),

    /** When a record was last changed; undefined if it does not exist. */
    async updatedAt(table: 'voice_agent' | 'voice_llm', { workspaceId }: Scope, id: string): Promise<number> {
      const row = await db
        .selectFrom(table)
        .select('updatedAt')
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.updatedAt ?? 0;
    },
  };
}

function readKey(key: string): { createdAt: number; id: string } {
  const match = /^(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/.exec(key);
  if (!match) {
    const message = 'is not a key that a page gave';
    throw new AppError('INVALID_INPUT', `query.pagination_key: ${message}`, {
      details: [{ path: 'query.pagination_key', message }],
    });
  }
  return { createdAt: Number(match[1]), id: match[2] ?? '' };
}
