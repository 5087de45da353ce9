import { AppError } from '@tendril/contract/app-error';
import type { VoiceLlm, VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceLlmTable } from '../../../platform/db/voice-tables.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import type { AgentReferences } from './agent-references.ts';
import { findLlm, lockLlm } from './find-agent.ts';
import { changeRecord, readLlmFields, toVoiceLlm } from './llm-record.ts';
import { sealFunctions } from './sealed-functions.ts';
import { voiceAgentStore } from './voice-agents.store.ts';
import { voiceLlmStore } from './voice-llms.store.ts';

type Changes = Partial<VoiceLlmFields> & { revision?: number | undefined };

/** The LLM records of agents. Secrets in them are returned as a mask. */
export interface VoiceLlms {
  /** Newest first. */
  listLlms(scope: Scope): Promise<VoiceLlm[]>;
  readLlm(scope: Scope, id: string): Promise<VoiceLlm>;
  /** A record that no agent uses yet. */
  createLlm(scope: Scope, fields: Partial<VoiceLlmFields>): Promise<VoiceLlm>;
  /**
   * Fields that are not sent stay as they are. With `revision`, throws STALE_VERSION for a field that another save has
   * changed since. A mask sent back keeps the secret that is stored under the function's id.
   */
  updateLlm(scope: Scope, id: string, changes: Changes): Promise<VoiceLlm>;
  /** Throws CONFLICT while an agent uses it. */
  removeLlm(scope: Scope, id: string): Promise<void>;
}

interface LlmParts {
  db: Database;
  vault: Vault;
  references: AgentReferences;
}

export function createVoiceLlms({ db, vault, references }: LlmParts): VoiceLlms {
  return {
    listLlms: async (scope) => (await voiceLlmStore(db).list(scope)).map(toVoiceLlm),

    async readLlm(scope, id) {
      return toVoiceLlm(await findLlm(db, scope, id));
    },

    async createLlm(scope, fields) {
      await references.checkLlm(scope, fields);
      const row = newLlmRow(scope, sealFields(vault, scope, fields, []));
      await voiceLlmStore(db).insert(row);
      return toVoiceLlm(row);
    },

    async updateLlm(scope, id, { revision, ...changes }) {
      await findLlm(db, scope, id);
      await references.checkLlm(scope, changes);
      return db
        .transaction()
        .execute(async (trx) => toVoiceLlm(await saveLlm(trx, vault, scope, id, changes, revision)));
    },

    removeLlm: (scope, id) =>
      db.transaction().execute(async (trx) => {
        await lockLlm(trx, scope, id);
        const [agent] = await voiceAgentStore(trx).listByLlm(scope, id);
        if (agent) throw new AppError('CONFLICT', `This record is used by the agent "${agent.agentName}".`);
        await voiceLlmStore(trx).remove(scope, id);
      }),
  };
}

/** Changes a record inside a transaction; returns the updated row. Throws NOT_FOUND, STALE_VERSION. */
export async function saveLlm(
  trx: DatabaseTransaction,
  vault: Vault,
  scope: Scope,
  id: string,
  changes: Partial<VoiceLlmFields>,
  since?: number,
): Promise<VoiceLlmTable> {
  const row = await lockLlm(trx, scope, id);
  const sealed = sealFields(vault, scope, changes, readLlmFields(row).functions);
  const next = changeRecord(row, sealed, since);
  if (!next) return row;
  const { fields, fieldRevisions, revision, updatedAt } = next;
  await voiceLlmStore(trx).update(scope, id, { fields, fieldRevisions, revision, updatedAt });
  return next;
}

/** The row of a new record; `fields` are sealed. */
export function newLlmRow(
  { workspaceId }: Scope,
  fields: Partial<VoiceLlmFields>,
  id = `llm_${mintOrderedId()}`,
): VoiceLlmTable {
  const now = Date.now();
  return {
    id,
    workspaceId,
    fields: JSON.stringify(fields),
    revision: 1,
    fieldRevisions: '{}',
    createdAt: now,
    updatedAt: now,
  };
}

/** The fields with the secrets of their functions sealed; unchanged ones keep their seal. */
export function sealFields(
  vault: Vault,
  scope: Scope,
  fields: Partial<VoiceLlmFields>,
  stored: VoiceLlmFields['functions'],
): Partial<VoiceLlmFields> {
  if (!fields.functions) return fields;
  return { ...fields, functions: sealFunctions(vault, scope, fields.functions, stored) };
}
