import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { findAgentUses } from '../../voice/voice-agents/public.ts';

type StoreUses = Map<string, DocumentStoreSummary['whereUsed']>;

/**
 * Which flows and voice agents use which knowledge bases, in their draft or live version. Only flows with such a node
 * are read, as their row says.
 */
export async function findStoreUses(
  db: Database,
  { workspaceId }: Scope,
  storeIds: readonly string[],
): Promise<StoreUses> {
  const uses: StoreUses = new Map();
  if (storeIds.length === 0) return uses;
  const rows = await db
    .selectFrom('flow')
    .innerJoin('flow_version', (join) =>
      join.on((row) =>
        row.or([
          row('flow_version.id', '=', row.ref('flow.draftVersionId')),
          row('flow_version.id', '=', row.ref('flow.publishedVersionId')),
        ]),
      ),
    )
    .select(['flow.id', 'flow.name', 'flow.type', 'flow_version.flowData'])
    .where('flow.workspaceId', '=', workspaceId)
    .where('flow.nodeNames', 'like', '%"documentStore%')
    .orderBy('flow.name')
    .execute();
  const agents = await findAgentUses(db, { workspaceId });
  for (const storeId of storeIds) {
    const using = rows.filter(({ flowData }) => flowData.includes(`"${storeId}"`));
    const distinct = new Map(using.map(({ id, name, type }) => [id, { id, name, type }]));
    const speaking = agents.filter((agent) => agent.storeIds.has(storeId));
    const named = speaking.map(({ id, name }) => ({ id, name, type: 'VOICEAGENT' }));
    uses.set(storeId, [...distinct.values(), ...named]);
  }
  return uses;
}
