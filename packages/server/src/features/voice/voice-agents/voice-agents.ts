import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import type {
  VoiceAgent,
  VoiceAgentFields,
  VoiceAgentSettings,
  VoiceAgentSnapshot,
} from '@tendril/contract/voice/voice-agent';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceAgentTable } from '../../../platform/db/voice-tables.ts';
import { callerName, type ScopedCaller } from '../../../platform/http/caller.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { agentReader } from './agent-reader.ts';
import { agentReferences } from './agent-references.ts';
import { toVoiceAgent } from './agent-row.ts';
import { agentWriter } from './agent-writer.ts';
import { findAgent } from './find-agent.ts';
import { createVoiceLlms, type VoiceLlms } from './voice-llms.ts';

interface VoiceAgentParts {
  db: Database;
  vault: Vault;
  audit: AuditLog;
  /** Whether the workspace can speak with this voice: one of the catalogue, or one of its own. */
  isVoice(scope: Scope, voiceId: string): Promise<boolean>;
}

export type NewVoiceAgent = Partial<VoiceAgentFields> & { agentName: string; id?: string | undefined };

/** What is saved in the same transaction as the agent. */
export interface BesideAgent {
  /** The record that it answers by from then on. */
  llmId?: string | undefined;
  settings?: Partial<VoiceAgentSettings> | undefined;
}

/**
 * `draft`: the working state; `live`: what answers calls, the draft before the first publication; or a version's id.
 */
export type WantedVersion = 'draft' | 'live' | (string & {});

/** An agent's state at one time, secrets masked. */
export interface TakenSnapshot {
  snapshot: VoiceAgentSnapshot;
  /** 0 for the draft. */
  versionNumber: number;
  /** Null for the draft. */
  versionId: string | null;
}

/** Cleans up in the transaction that deletes an agent; touches the database only. */
export type AgentRemover = (trx: DatabaseTransaction, scope: Scope, agentId: string) => Promise<void>;

/** Voice agents with their settings and LLM records. Methods that take an id throw NOT_FOUND. */
export interface VoiceAgents extends VoiceLlms {
  /** Newest first. */
  list(scope: Scope): Promise<VoiceAgent[]>;
  read(scope: Scope, id: string): Promise<VoiceAgent>;
  /** With a new LLM record, unless one is named. An id that is taken anywhere is replaced by a new one. */
  create(caller: ScopedCaller, agent: NewVoiceAgent, beside?: BesideAgent): Promise<VoiceAgent>;
  /** Fields that are not sent stay as they are. */
  update(
    scope: Scope,
    id: string,
    changes: Partial<VoiceAgentFields>,
    beside?: BesideAgent,
  ): Promise<VoiceAgent>;
  /** With its versions, and its LLM record unless another agent uses it or it is to be kept. */
  remove(caller: ScopedCaller, id: string, options?: { keepLlm: boolean }): Promise<void>;
  /** Defaults filled in. */
  readSettings(scope: Scope, id: string): Promise<AgentSettings>;
  updateSettings(scope: Scope, id: string, changes: Partial<AgentSettings>): Promise<AgentSettings>;
  /** What a call runs on; read once, when it begins. */
  snapshot(scope: Scope, id: string, version: WantedVersion): Promise<TakenSnapshot>;
  /** The functions of that same version with their secrets in clear text; never leaves the server. */
  openSecrets(scope: Scope, id: string, version: WantedVersion): Promise<VoiceFunction[]>;
  /** Agents that use this record. */
  findByLlm(scope: Scope, llmId: string): Promise<VoiceAgent[]>;
  /** Called for every agent that is deleted from then on. */
  onRemove(remover: AgentRemover): void;
}

/** Builds the voice-agents service that calls, numbers, webhooks and simulations use. */
export function createVoiceAgents({ db, vault, audit, isVoice }: VoiceAgentParts): VoiceAgents {
  const references = agentReferences({ db, isVoice });
  const removers: AgentRemover[] = [];
  const writer = agentWriter(db, vault, removers);
  const record = (caller: ScopedCaller, action: AuditEvent, { id, agentName }: VoiceAgentTable) =>
    audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action,
      target: id,
      detail: { name: agentName },
    });

  return {
    ...createVoiceLlms({ db, vault, references }),
    ...agentReader(db, vault),
    onRemove: (remover) => void removers.push(remover),

    async create(caller, agent, beside = {}) {
      await references.checkVoice(caller, agent.voiceId);
      await references.checkSettings(caller, beside.settings ?? {});
      const row = await writer.create(caller, agent, beside);
      await record(caller, 'voice-agent-created', row);
      return toVoiceAgent(row);
    },

    async update(scope, id, changes, beside = {}) {
      await findAgent(db, scope, id);
      await references.checkVoice(scope, changes.voiceId);
      await references.checkSettings(scope, beside.settings ?? {});
      return toVoiceAgent(await writer.update(scope, id, changes, beside));
    },

    async updateSettings(scope, id, changes) {
      await findAgent(db, scope, id);
      await references.checkSettings(scope, changes);
      return writer.updateSettings(scope, id, changes);
    },

    async remove(caller, id, options = { keepLlm: false }) {
      const row = await writer.remove(caller, id, options);
      await record(caller, 'voice-agent-deleted', row);
    },
  };
}
