import type {
  VoiceAgentFields,
  VoiceAgentSettings,
  VoiceLlmFields,
} from '@tendril/contract/voice/voice-agent';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceAgentTable } from '../../../platform/db/voice-tables.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { toAgentSettings } from './agent-reader.ts';
import { toColumns } from './agent-row.ts';
import { agentVersionStore } from './agent-versions.store.ts';
import { lockAgent, lockLlm } from './find-agent.ts';
import { mintAgentId, newAgentRow } from './new-agent-row.ts';
import { voiceAgentStore } from './voice-agents.store.ts';
import type { AgentRemover, BesideAgent, NewVoiceAgent, VoiceAgents } from './voice-agents.ts';
import { voiceLlmStore } from './voice-llms.store.ts';
import { newLlmRow, saveLlm } from './voice-llms.ts';

type Settings = Parameters<VoiceAgents['updateSettings']>[2];

interface WholeAgent {
  settings: Partial<VoiceAgentSettings>;
  llm: Partial<VoiceLlmFields>;
}

/** Writes agents, each change in one transaction: of two concurrent changes, both persist. */
export function agentWriter(db: Database, vault: Vault, removers: readonly AgentRemover[]) {
  return {
    create: (scope: Scope, { id: wanted, ...fields }: NewVoiceAgent, { llmId, settings }: BesideAgent) =>
      db.transaction().execute(async (trx) => {
        const llm = llmId === undefined ? newLlmRow(scope, {}) : await lockLlm(trx, scope, llmId);
        const row = newAgentRow(scope, fields, { id: wanted ?? mintAgentId(), llmId: llm.id });
        if (llmId === undefined) await voiceLlmStore(trx).insert(llm);
        return insertAgent(trx, { ...row, settings: JSON.stringify(settings ?? {}) });
      }),

    /** An agent with everything that determines its behaviour; the secrets of its record are sealed. */
    createWhole: (scope: Scope, { id: wanted, ...fields }: NewVoiceAgent, whole: WholeAgent) =>
      db.transaction().execute(async (trx) => {
        const llm = newLlmRow(scope, whole.llm);
        const row = newAgentRow(scope, fields, { id: wanted ?? mintAgentId(), llmId: llm.id });
        await voiceLlmStore(trx).insert(llm);
        return insertAgent(trx, { ...row, settings: JSON.stringify(whole.settings) });
      }),

    update: (scope: Scope, id: string, changes: Partial<VoiceAgentFields>, beside: BesideAgent) =>
      db.transaction().execute(async (trx) => {
        const row = await lockAgent(trx, scope, id);
        const { llmId, settings } = beside;
        if (llmId !== undefined) await lockLlm(trx, scope, llmId);
        const columns = {
          ...toColumns(changes),
          ...(llmId !== undefined && { llmId }),
          ...(settings && { settings: withSettings(row, settings) }),
          ...touched(row),
        };
        await voiceAgentStore(trx).update(scope, id, columns);
        return { ...row, ...columns };
      }),

    updateSettings: (scope: Scope, id: string, { defaultDynamicVariables, ...changes }: Settings) =>
      db.transaction().execute(async (trx) => {
        const row = await lockAgent(trx, scope, id);
        const settings = withSettings(row, changes);
        await voiceAgentStore(trx).update(scope, id, { settings, ...touched(row) });
        const variables = defaultDynamicVariables && { defaultDynamicVariables };
        const llm = await saveLlm(trx, vault, scope, row.llmId, variables ?? {});
        return toAgentSettings({ ...row, settings }, llm);
      }),

    remove: (scope: Scope, id: string, { keepLlm }: { keepLlm: boolean }) =>
      db.transaction().execute(async (trx) => {
        const row = await lockAgent(trx, scope, id);
        for (const remover of removers) await remover(trx, scope, id);
        await agentVersionStore(trx).removeOf(scope, id);
        await voiceAgentStore(trx).remove(scope, id);
        if (!keepLlm) await removeUnusedLlm(trx, scope, row);
        return row;
      }),
  };
}

function withSettings(row: VoiceAgentTable, changes: Partial<VoiceAgentSettings>): string {
  return JSON.stringify({ ...(JSON.parse(row.settings) as object), ...changes });
}

/** Inserts a new agent; an id that is taken anywhere, even a moment ago, is replaced by another. */
async function insertAgent(trx: DatabaseTransaction, row: VoiceAgentTable): Promise<VoiceAgentTable> {
  const store = voiceAgentStore(trx);
  if (await store.insert(row)) return row;
  const renamed = { ...row, id: mintAgentId() };
  await store.insert(renamed);
  return renamed;
}

async function removeUnusedLlm(trx: DatabaseTransaction, scope: Scope, { llmId }: VoiceAgentTable) {
  // A concurrent transaction that wants to use the record waits here, or has been waited for.
  await voiceLlmStore(trx).findForChange(scope, llmId);
  const others = await voiceAgentStore(trx).listByLlm(scope, llmId);
  if (others.length === 0) await voiceLlmStore(trx).remove(scope, llmId);
}

/** The time of a change, later than the last one whatever the clock says. */
export const touched = ({ updatedAt }: VoiceAgentTable) => ({
  updatedAt: Math.max(Date.now(), updatedAt + 1),
});
