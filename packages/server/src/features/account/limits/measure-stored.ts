import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import { countWaiting } from '../../../platform/jobs/require-job-room.ts';
import { countChunks } from '../../../platform/limits/chunk-quota.ts';
import { knowledgeBytes, readKnowledgeTokens } from '../../../platform/limits/knowledge-usage.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';

const megabyte = 1024 * 1024;

/** Says how much of those limits is in use that the database knows, whichever process uses it. */
export function measureStored(db: Database, limits: WorkspaceLimits): void {
  const files = ({ workspaceId }: Scope) =>
    db
      .selectFrom('file')
      .select((file) => file.fn.sum<number | null>('size').as('total'))
      .where('workspaceId', '=', workspaceId);
  const calls = ({ workspaceId }: Scope) =>
    db
      .selectFrom('call')
      .where('workspaceId', '=', workspaceId)
      .where('status', '=', 'ongoing')
      .where('kind', '<>', 'simulation');

  limits.measure('workspaceFilesMb', async (scope) =>
    inMegabytes((await files(scope).executeTakeFirst())?.total),
  );
  limits.measure('flowChatFilesMb', async (scope) => {
    const flow = isPostgres(db)
      ? sql`split_part(${sql.ref('ownerId')}, '/', 1)`
      : sql`substr(${sql.ref('ownerId')}, 1, instr(${sql.ref('ownerId')}, '/') - 1)`;
    const fullest = await files(scope)
      .where('ownerKind', '=', 'chat')
      .groupBy(flow)
      .orderBy('total', 'desc')
      .limit(1)
      .executeTakeFirst();
    return inMegabytes(fullest?.total);
  });
  limits.measure('workspaceWaitingJobs', (scope) => countWaiting(db, scope));
  limits.measure('workspaceChunks', (scope) => countChunks(db, scope));
  limits.measure('workspaceKnowledgeMb', async (scope) => inMegabytes(await knowledgeBytes(db, scope)));
  limits.measure('workspaceKnowledgeTokensPerDay', (scope) => readKnowledgeTokens(db, scope));
  limits.measure('workspaceCalls', async (scope) => {
    const row = await calls(scope)
      .select((call) => call.fn.countAll<number>().as('count'))
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  });
  limits.measure('agentCalls', async (scope) => {
    const busiest = await calls(scope)
      .select((call) => call.fn.countAll<number>().as('count'))
      .groupBy('agentId')
      .orderBy('count', 'desc')
      .limit(1)
      .executeTakeFirst();
    return Number(busiest?.count ?? 0);
  });
  limits.measure('textCallMaxMs', async (scope) => {
    const oldest = await calls(scope)
      .select((call) => call.fn.min('startedAt').as('startedAt'))
      .where('channel', '=', 'text')
      .executeTakeFirst();
    return oldest?.startedAt ? Math.max(0, Date.now() - Number(oldest.startedAt)) : 0;
  });
}

function inMegabytes(bytes: number | null | undefined): number {
  return Math.round((Number(bytes ?? 0) / megabyte) * 10) / 10;
}
