import type { CredentialUse } from '@tendril/contract/api/credentials';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { readFields } from '../../../platform/db/loose-records.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FlowUses } from '../../flows/flow-uses/public.ts';
import { findAgentUses } from '../../voice/voice-agents/public.ts';

/** What uses each secret, by the secret's id. */
export type CredentialUses = ReadonlyMap<string, CredentialUse[]>;

const inConfig = /"credential(?:Id)?"\s*:\s*"([A-Za-z0-9_-]{1,64})"/g;

/** Finds what uses secrets: flows with their drafts, live versions and settings, assistants, knowledge bases, phone numbers and voice agents. */
export function createCredentialUses(db: Database, flowUses: FlowUses) {
  return async (scope: Scope): Promise<CredentialUses> => {
    const uses = new Map<string, CredentialUse[]>();
    const add = (credentialId: string, use: CredentialUse) => {
      const list = uses.get(credentialId);
      if (!list) uses.set(credentialId, [use]);
      else if (!list.some(({ kind, id }) => kind === use.kind && id === use.id)) list.push(use);
    };
    const assistants = await readAssistants(db, scope);
    // A custom assistant runs on a hidden flow, but people know the assistant.
    const byFlow = new Map(assistants.map(({ id, flowId }) => [flowId, id]));
    for (const { credentials, use } of await flowUses.find(scope)) {
      const assistantId = byFlow.get(use.id);
      const kind = assistantId ? 'assistant' : use.kind === 'pipeline' ? 'pipeline' : 'flow';
      for (const id of credentials) add(id, { kind, id: assistantId ?? use.id, name: use.name });
    }
    for (const { id, type, credential, name } of assistants)
      if (credential)
        add(credential, { kind: type === 'CUSTOM' ? 'assistant' : 'vendorAssistant', id, name });
    for (const { id, name, configs } of await readStores(db, scope))
      for (const [, credentialId = ''] of configs.matchAll(inConfig))
        add(credentialId, { kind: 'store', id, name });
    for (const { id, name, credentialId } of await readNumbers(db, scope))
      add(credentialId, { kind: 'phoneNumber', id, name });
    for (const { id, name, credentialIds } of await findAgentUses(db, scope))
      for (const credentialId of credentialIds) add(credentialId, { kind: 'voiceAgent', id, name });
    return uses;
  };
}

/** Phone numbers whose connection names a secret. */
async function readNumbers(db: Database, scope: Scope) {
  const rows = await db
    .selectFrom('assistant_phone_number')
    .selectAll()
    .where('workspaceId', '=', scope.workspaceId)
    .orderBy('createdAt')
    .execute();
  return rows.map(readFields).flatMap((record) => {
    const { id, nickname, phoneNumber, connection } = readPhoneNumber(record);
    const { credentialId } = connection;
    return credentialId ? [{ id, name: nickname || phoneNumber, credentialId }] : [];
  });
}

/** Knowledge bases with the texts that may name a secret. */
async function readStores(db: Database, scope: Scope) {
  const stores = await db
    .selectFrom('document_store')
    .select(['id', 'name', 'embeddingConfig', 'vectorStoreConfig', 'recordManagerConfig'])
    .where('workspaceId', '=', scope.workspaceId)
    .orderBy('name')
    .execute();
  const loaders = await db
    .selectFrom('document_store_loader')
    .select(['storeId', 'credential'])
    .where('workspaceId', '=', scope.workspaceId)
    .where('credential', 'is not', null)
    .execute();
  return stores.map(({ id, name, ...configs }) => {
    const own = loaders.filter(({ storeId }) => storeId === id);
    const chosen = own.map(({ credential }) => JSON.stringify({ credential }));
    return { id, name, configs: [...Object.values(configs), ...chosen].join('\n') };
  });
}

async function readAssistants(db: Database, scope: Scope) {
  const rows = await db
    .selectFrom('assistant')
    .select(['id', 'type', 'flowId', 'credential', 'details'])
    .where('workspaceId', '=', scope.workspaceId)
    .where((where) => where.or([where('credential', 'is not', null), where('flowId', 'is not', null)]))
    .execute();
  // A custom one is listed by the name of its flow, unless it names the secret itself.
  return rows.map(({ details, ...row }) => ({ ...row, name: row.credential ? nameIn(details) : '' }));
}

function nameIn(details: string): string {
  const { name } = JSON.parse(details) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}
