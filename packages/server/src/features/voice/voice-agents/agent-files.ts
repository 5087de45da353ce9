import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import { AppError } from '@tendril/contract/app-error';
import type { VoiceAgent, VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { callerName, type ScopedCaller } from '../../../platform/http/caller.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { fileFormat, fromAgentFile, type ReadAgentFile, toAgentFile } from './agent-file.ts';
import { openSnapshot } from './agent-reader.ts';
import { agentReferences, type ReferenceParts } from './agent-references.ts';
import { toVoiceAgent } from './agent-row.ts';
import { agentVersionStore } from './agent-versions.store.ts';
import { agentWriter } from './agent-writer.ts';
import { findAgent } from './find-agent.ts';
import { withPresentReferences } from './present-references.ts';
import { emptyFunctions } from './sealed-functions.ts';
import { sealFields } from './voice-llms.ts';

type Fields = Record<string, unknown>;

/** Another product's file format for agents. */
export interface ForeignAgentFiles {
  /** Whether a file looks like one of its agents. */
  isFile(data: Fields): boolean;
  /** `notes` name every field that is not kept. Throws INVALID_INPUT by the path. */
  read(data: Fields): ReadAgentFile;
  /** A snapshot without secrets in its format. */
  write(snapshot: VoiceAgentSnapshot, facts: Awaited<ReturnType<typeof draftFacts>>): Fields;
}

interface AgentFileParts extends ReferenceParts {
  retell: ForeignAgentFiles;
  vault: Vault;
  audit: AuditLog;
}

/** Agents as files, and copies of agents. */
export interface AgentFiles {
  /** The draft; it holds no secret. */
  export(scope: Scope, id: string, format: 'tendril' | 'retell'): Promise<{ fileName: string; data: Fields }>;
  /** `notes` name what the file has and this installation has not. */
  import(caller: ScopedCaller, data: Fields): Promise<{ data: VoiceAgent; notes: string[] }>;
  /** A copy of the draft with its secrets, without its versions. */
  duplicate(caller: ScopedCaller, id: string): Promise<VoiceAgent>;
}

const copyMark = ' (copy)';
const longestName = 200;

export function createAgentFiles(parts: AgentFileParts): AgentFiles {
  const { db, vault } = parts;
  const references = agentReferences(parts);
  const writer = agentWriter(db, vault, []);
  const record = (caller: ScopedCaller, action: AuditEvent, target: string, name: string) =>
    parts.audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action,
      target,
      detail: { name },
    });

  return {
    async export(scope, id, format) {
      const { snapshot } = await openSnapshot(db, scope, id, 'draft');
      const { llm } = snapshot;
      const bare = { ...snapshot, llm: { ...llm, functions: emptyFunctions(llm.functions) } };
      const fileName = `${fileStem(snapshot.agent.agentName)}.${format === 'retell' ? 'retell' : 'agent'}.json`;
      if (format === 'tendril') return { fileName, data: toAgentFile(bare) };
      const facts = await draftFacts(db, scope, id);
      return { fileName, data: parts.retell.write(bare, facts) };
    },

    async import(caller, data) {
      const file = await withPresentReferences(caller, readFile(data, parts.retell), references);
      const agent = { agentName: 'Imported agent', ...file.fields, id: file.id };
      const llm = sealFields(vault, caller, file.llm, []);
      const row = await writer.createWhole(caller, agent, { settings: file.settings, llm });
      await record(caller, 'voice-agent-imported', row.id, row.agentName);
      return { data: toVoiceAgent(row), notes: file.notes };
    },

    async duplicate(caller, id) {
      const { snapshot } = await openSnapshot(db, caller, id, 'draft');
      const { id: _id, responseEngineLlmId: _llmId, agentName, ...fields } = snapshot.agent;
      const name = agentName.slice(0, longestName - copyMark.length) + copyMark;
      const agent = { ...fields, agentName: name } as Parameters<typeof writer.createWhole>[1];
      const row = await writer.createWhole(caller, agent, snapshot);
      await record(caller, 'voice-agent-duplicated', row.id, name);
      return toVoiceAgent(row);
    },
  };
}

function readFile(data: Fields, retell: ForeignAgentFiles): ReadAgentFile {
  // Only our own files name a format: one that names another is not read as something else.
  if ('format' in data) return fromAgentFile(data);
  if (retell.isFile(data)) return retell.read(data);
  const message = `is no agent: neither a file of the format "${fileFormat}" nor an agent of Retell`;
  throw new AppError('INVALID_INPUT', `data: ${message}`, { details: [{ path: 'data', message }] });
}

async function draftFacts(db: Database, scope: Scope, id: string) {
  const { updatedAt } = await findAgent(db, scope, id);
  const version = await agentVersionStore(db).lastNumber(scope, id);
  return { version, isPublished: false, modifiedAt: updatedAt };
}

function fileStem(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['agent'];
  return words.join('-').slice(0, 80);
}
