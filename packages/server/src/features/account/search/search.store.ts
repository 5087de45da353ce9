import type { Found, FoundKind } from '@tendril/contract/api/search';
import type { Permission } from '@tendril/contract/permission';
import { sql } from 'kysely';
import type { Database, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Where named things are stored; a name inside a JSON column is given by its key. */
interface Place {
  table: keyof Schema;
  kind: FoundKind;
  name: string;
  time: string;
  /** Only rows of these types. */
  types?: readonly string[];
}

const places: readonly Place[] = [
  { table: 'flow', kind: 'flow', name: 'name', time: 'updatedAt', types: ['CHATFLOW'] },
  { table: 'flow', kind: 'pipeline', name: 'name', time: 'updatedAt', types: ['MULTIAGENT', 'AGENTFLOW'] },
  { table: 'tool', kind: 'tool', name: 'name', time: 'updatedAt' },
  { table: 'credential', kind: 'secret', name: 'name', time: 'updatedAt' },
  { table: 'variable', kind: 'variable', name: 'name', time: 'updatedAt' },
  { table: 'api_key', kind: 'apiKey', name: 'keyName', time: 'createdAt' },
  { table: 'document_store', kind: 'store', name: 'name', time: 'updatedAt' },
  { table: 'voice_agent', kind: 'voice-agent', name: 'agentName', time: 'updatedAt' },
  { table: 'flow_template', kind: 'template', name: 'name', time: 'createdAt' },
];

const takes: Readonly<Record<FoundKind, Permission>> = {
  flow: 'flows:read',
  pipeline: 'flows:read',
  assistant: 'assistants:read',
  tool: 'tools:read',
  secret: 'credentials:read',
  variable: 'variables:read',
  apiKey: 'keys:read',
  store: 'knowledge:read',
  template: 'templates:read',
  'voice-agent': 'voice-agents:read',
};

const ofEach = 6;

/** LIKE wildcards are matched literally. */
const patternOf = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** Names of everything in a workspace. */
export function searchStore(db: Database) {
  const findIn = async ({ workspaceId }: Scope, text: string, place: Place): Promise<Found[]> => {
    const pattern = patternOf(text);
    const name = sql.ref(place.name);
    const { rows } = await sql<{ id: string; name: string; time: number }>`
      select id, ${name} as name, ${sql.ref(place.time)} as time from ${sql.table(place.table)}
      where ${sql.ref('workspaceId')} = ${workspaceId}
        and lower(${name}) like ${pattern} escape '\\'
        ${place.types === undefined ? sql`` : sql`and type in (${sql.join(place.types)})`}
      order by case when lower(${name}) like ${pattern.slice(1)} escape '\\' then 0 else 1 end, ${sql.ref(place.time)} desc
      limit ${ofEach}`.execute(db);
    return rows.map((row) => ({ kind: place.kind, id: row.id, name: row.name, updatedAt: Number(row.time) }));
  };

  /** An assistant's name is that of its hidden flow. */
  const findAssistants = async ({ workspaceId }: Scope, text: string): Promise<Found[]> => {
    const rows = await db
      .selectFrom('assistant')
      .innerJoin('flow', 'flow.id', 'assistant.flowId')
      .select(['assistant.id', 'flow.name', 'assistant.updatedAt'])
      .where('assistant.workspaceId', '=', workspaceId)
      .where(sql<boolean>`lower(flow.name) like ${patternOf(text)} escape '\\'`)
      .orderBy('assistant.updatedAt', 'desc')
      .limit(ofEach)
      .execute();
    return rows.map((row) => ({ kind: 'assistant', ...row, updatedAt: Number(row.updatedAt) }));
  };

  return {
    /** Only kinds of things that somebody with these permissions may see. */
    async find(scope: Scope, text: string, permissions: ReadonlySet<Permission>): Promise<Found[]> {
      const found: Found[] = [];
      if (permissions.has(takes.assistant)) found.push(...(await findAssistants(scope, text)));
      for (const place of places)
        if (permissions.has(takes[place.kind])) found.push(...(await findIn(scope, text, place)));
      return found;
    },
  };
}
