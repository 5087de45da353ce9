import { isDeepStrictEqual } from 'node:util';
import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { AgentVersion } from '@tendril/contract/api/voice-agents';
import { AppError } from '@tendril/contract/app-error';
import type { VoiceAgent, VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceAgentTable, VoiceAgentVersionTable } from '../../../platform/db/voice-tables.ts';
import { callerName, type ScopedCaller } from '../../../platform/http/caller.ts';
import { readAuthorNames } from '../../account/people/public.ts';
import { openSnapshot } from './agent-reader.ts';
import { emptyColumns, toColumns, toVoiceAgent } from './agent-row.ts';
import { takeSnapshot } from './agent-snapshot.ts';
import { agentVersionStore } from './agent-versions.store.ts';
import { touched } from './agent-writer.ts';
import { findAgent, findLlm, lockAgent, lockLlm } from './find-agent.ts';
import { changeRecord } from './llm-record.ts';
import { voiceAgentStore } from './voice-agents.store.ts';
import { voiceLlmStore } from './voice-llms.store.ts';

interface AgentVersionParts {
  db: Database;
  audit: AuditLog;
}

/** Versions of agents. The draft is what the editor changes; a version never changes. */
export interface AgentVersions {
  list(scope: Scope, agentId: string): Promise<{ data: AgentVersion[]; isDraftChanged: boolean }>;
  publish(caller: ScopedCaller, agentId: string, note: string): Promise<AgentVersion>;
  /** Nothing of the draft is lost: if no version holds it, it becomes a version first. */
  restore(caller: ScopedCaller, agentId: string, versionId: string): Promise<VoiceAgent>;
  /** Throws NOT_FOUND, and CONFLICT for the live version and for the newest, whose number would be reused. */
  remove(caller: ScopedCaller, agentId: string, versionId: string): Promise<void>;
}

export function createAgentVersions({ db, audit }: AgentVersionParts): AgentVersions {
  const store = agentVersionStore(db);
  const record = (caller: ScopedCaller, action: AuditEvent, target: string, number: number) =>
    audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action,
      target,
      detail: { version: number },
    });

  return {
    async list(scope, agentId) {
      const agent = await findAgent(db, scope, agentId);
      const rows = await store.list(scope, agentId);
      const names = await readAuthorNames(
        db,
        scope,
        rows.map(({ author }) => author),
      );
      const data = rows.map((row) => toVersion(row, agent.liveVersionId, names));
      const draft = takeSnapshot(agent, await findLlm(db, scope, agent.llmId));
      const { snapshot: live } = await openSnapshot(db, scope, agentId, 'live');
      return { data, isDraftChanged: !isSame(draft, live) };
    },

    async publish(caller, agentId, note) {
      const row = await db.transaction().execute(async (trx) => {
        const agent = await lockAgent(trx, caller, agentId);
        const draft = takeSnapshot(agent, await lockLlm(trx, caller, agent.llmId));
        const version = await keep(trx, caller, agentId, draft, 'published', note);
        await voiceAgentStore(trx).update(caller, agentId, { liveVersionId: version.id, ...touched(agent) });
        return version;
      });
      await record(caller, 'voice-agent-published', agentId, row.number);
      return toVersion(row, row.id, await readAuthorNames(db, caller, [row.author]));
    },

    async restore(caller, agentId, versionId) {
      const { agent, number } = await db
        .transaction()
        .execute((trx) => restoreVersion(trx, caller, agentId, versionId));
      await record(caller, 'voice-agent-restored', agentId, number);
      return toVoiceAgent(agent);
    },

    async remove(caller, agentId, versionId) {
      const number = await db.transaction().execute(async (trx) => {
        const { liveVersionId } = await lockAgent(trx, caller, agentId);
        const versions = agentVersionStore(trx);
        const found = await versions.find(caller, agentId, versionId);
        if (!found) throw missingVersion();
        if (versionId === liveVersionId)
          throw new AppError('CONFLICT', 'This version answers calls. Publish another version first.');
        if (found.number === (await versions.lastNumber(caller, agentId)))
          throw new AppError(
            'CONFLICT',
            'The newest version cannot be deleted, because its number would be reused.',
          );
        await versions.remove(caller, agentId, versionId);
        return found.number;
      });
      await record(caller, 'voice-agent-version-deleted', agentId, number);
    },
  };
}

async function restoreVersion(
  trx: DatabaseTransaction,
  caller: ScopedCaller,
  agentId: string,
  versionId: string,
): Promise<{ agent: VoiceAgentTable; number: number }> {
  const agent = await lockAgent(trx, caller, agentId);
  const llm = await lockLlm(trx, caller, agent.llmId);
  const versions = agentVersionStore(trx);
  const wanted = await versions.find(caller, agentId, versionId);
  if (!wanted) throw missingVersion();
  const draft = takeSnapshot(agent, llm);
  const kept = await versions.listSnapshots(caller, agentId);
  if (!kept.some(({ snapshot }) => isSame(JSON.parse(snapshot) as VoiceAgentSnapshot, draft)))
    await keep(trx, caller, agentId, draft, 'kept', '');
  const { agent: was, settings, llm: record } = JSON.parse(wanted.snapshot) as VoiceAgentSnapshot;
  const { id: _id, responseEngineLlmId: _llmId, ...fields } = was;
  const columns = {
    ...emptyColumns,
    ...toColumns(fields as Parameters<typeof toColumns>[0]),
    settings: JSON.stringify(settings),
    ...touched(agent),
  };
  await voiceAgentStore(trx).update(caller, agentId, columns);
  const next = changeRecord(llm, record);
  if (next) {
    const { fields: text, fieldRevisions, revision, updatedAt } = next;
    await voiceLlmStore(trx).update(caller, llm.id, { fields: text, fieldRevisions, revision, updatedAt });
  }
  return { agent: { ...agent, ...columns }, number: wanted.number };
}

async function keep(
  trx: DatabaseTransaction,
  caller: ScopedCaller,
  agentId: string,
  snapshot: VoiceAgentSnapshot,
  kind: VoiceAgentVersionTable['kind'],
  note: string,
): Promise<VoiceAgentVersionTable> {
  const versions = agentVersionStore(trx);
  const row: VoiceAgentVersionTable = {
    id: mintOrderedId(),
    workspaceId: caller.workspaceId,
    agentId,
    number: (await versions.lastNumber(caller, agentId)) + 1,
    kind,
    note,
    author: callerName(caller),
    createdAt: Date.now(),
    snapshot: JSON.stringify(snapshot),
  };
  await versions.insert(row);
  return row;
}

/** Whether both would answer a call alike; agents with different records are compared by the records' content. */
function isSame(one: VoiceAgentSnapshot, other: VoiceAgentSnapshot): boolean {
  const comparable = ({ agent: { responseEngineLlmId: _llmId, ...agent }, ...rest }: VoiceAgentSnapshot) => ({
    agent,
    ...rest,
  });
  return isDeepStrictEqual(comparable(one), comparable(other));
}

function missingVersion(): AppError {
  return new AppError('NOT_FOUND', 'Version of this agent not found.');
}

function toVersion(
  row: Omit<VoiceAgentVersionTable, 'snapshot' | 'workspaceId' | 'agentId'>,
  liveId: string | null,
  names: ReadonlyMap<string, string>,
): AgentVersion {
  const { id, number, kind, note, createdAt } = row;
  const author = names.get(row.author ?? '') ?? null;
  return { id, number, kind, note, author, createdAt, isLive: id === liveId };
}
