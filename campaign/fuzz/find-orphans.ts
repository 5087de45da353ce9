import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Infrastructure } from '../../packages/server/src/platform/infrastructure.ts';

const looks = 20;
const betweenLooksMs = 1000;

/** Rows that belong to another without a foreign key: whatever removes the other has to remove them. */
const owned: readonly (readonly [table: string, column: string, owners: readonly string[]])[] = [
  ['membership', 'userId', ['user']],
  ['membership', 'workspaceId', ['workspace']],
  ['user_preference', 'userId', ['user']],
  ['session_family', 'userId', ['user']],
  ['chat_message', 'flowId', ['flow']],
  ['conversation', 'flowId', ['flow']],
  ['feedback', 'flowId', ['flow']],
  ['lead', 'flowId', ['flow']],
  ['run', 'flowId', ['flow']],
  ['event', 'runId', ['run', 'call']],
  ['flow_version', 'flowId', ['flow']],
  ['flow', 'publishedVersionId', ['flow_version']],
  ['flow', 'draftVersionId', ['flow_version']],
  ['document_chunk', 'storeId', ['document_store']],
  ['chunk_text', 'storeId', ['document_store']],
  ['vector_code', 'storeId', ['document_store']],
  ['document_file', 'storeId', ['document_store']],
  ['voice_agent', 'llmId', ['voice_llm']],
  ['simulation', 'agentId', ['voice_agent']],
  ['simulation_result', 'simulationId', ['simulation']],
  // Of a call that outlives its agent the delivery says why nothing was sent.
  ['webhook_delivery', 'callId', ['call', 'run']],
  ['call_replay', 'sourceCallId', ['call']],
  ['call_view', 'userId', ['user']],
];

/** The same, once jobs have removed what they are to remove. */
export async function findLastingOrphans(infrastructure: Infrastructure): Promise<string[]> {
  for (let look = 0; ; look += 1) {
    const found = await findOrphans(infrastructure);
    if (found.length === 0 || look === looks) return found;
    await pause(betweenLooksMs);
  }
}

/** Rows without an owner, and contents on disk that no row names; of what jobs still remove, too. */
async function findOrphans({ db, config }: Infrastructure): Promise<string[]> {
  const found: string[] = [];
  for (const [table, column, owners] of owned) {
    const isOwned = sql.join(
      owners.map((owner) => sql`${sql.ref(`child.${column}`)} in (select id from ${sql.table(owner)})`),
      sql` or `,
    );
    const { rows } = await sql<{
      count: number;
      example: string;
    }>`select count(*) as count, min(${sql.ref(`child.${column}`)}) as example from ${sql.table(table)} as child where ${sql.ref(`child.${column}`)} is not null and not (${isOwned})`.execute(
      db,
    );
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0)
      found.push(`${count} rows of ${table} belong to no ${owners.join(' or ')}: ${rows[0]?.example}`);
  }
  const named = new Set(
    (await db.selectFrom('file').select(['workspaceId', 'sha256']).execute()).map(
      ({ workspaceId, sha256 }) => `${workspaceId} ${sha256}`,
    ),
  );
  // A shared storage looks at what was stored for a request until that can have no row any more.
  for (const { workspaceId, sha256 } of await db
    .selectFrom('content_check')
    .select(['workspaceId', 'sha256'])
    .execute())
    named.add(`${workspaceId} ${sha256}`);
  const contents = contentsIn(join(config.home, 'files')).filter((content) => !named.has(content));
  const [first] = contents;
  if (first !== undefined) {
    const content = readFileSync(join(config.home, 'files', first.replace(' ', '/')), 'latin1');
    found.push(`${contents.length} contents have no row: ${first}: ${content.slice(0, 200)}`);
  }
  return found;
}

/** The contents of each workspace, and what was left of uploads. */
function contentsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => `${parentPath.slice(folder.length + 1).split('/')[0]} ${name}`);
}
