import type { Assistant, createAssistant, updateAssistant } from '@tendril/contract/api/assistants';
import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { AssistantType } from '@tendril/contract/flow/assistant-details';
import type { AssistantTable } from '../../../platform/db/assistant-tables.ts';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { toAssistant } from './assistant-answer.ts';
import { type AssistantFlowParts, createAssistantFlows } from './assistant-flows.ts';
import { assistantWriter, findAssistant } from './assistant-writer.ts';
import { assistantStore } from './assistants.store.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { readDetails } from './read-details.ts';

interface AssistantParts extends AssistantFlowParts {
  db: Database;
  audit: AuditLog;
  /** Deletes a vendor's assistant at the vendor. */
  removeAtVendor(scope: Scope, credentialId: string, vendorId: string): Promise<void>;
}

export interface AssistantService {
  list(scope: Scope, type?: AssistantType): Promise<Assistant[]>;
  /** Throws NOT_FOUND, like all that follow. */
  read(scope: Scope, id: string): Promise<Assistant>;
  create(caller: ScopedCaller, body: Body<typeof createAssistant>): Promise<Assistant>;
  /** Saves of one assistant are serialized: details and flow always come from the same save. */
  update(caller: ScopedCaller, id: string, body: Body<typeof updateAssistant>): Promise<Assistant>;
  remove(caller: ScopedCaller, id: string, isAtVendorToo: boolean): Promise<void>;
  /** Builds the flows of custom assistants that have none yet, after an import. */
  mend(caller: ScopedCaller): Promise<void>;
  /** A normal flow with the same nodes; the assistant stays as it is. */
  openAsFlow(caller: ScopedCaller, id: string): Promise<{ id: string; name: string }>;
}

/** Assistants: a name, a model, instructions, knowledge and tools; each custom one with a flow that answers for it. */
export function createAssistantService(parts: AssistantParts): AssistantService {
  const { db } = parts;
  const store = assistantStore(db);
  const flows = createAssistantFlows(parts);
  const writer = assistantWriter({ db, flows });
  const inTurn = oneAtATime();
  const answer = (row: AssistantTable) => toAssistant(row, flows);
  const record = (caller: ScopedCaller, action: AuditEvent, target: string) =>
    parts.audit.record({
      workspaceId: caller.workspaceId,
      actor: caller.kind === 'user' ? `user:${caller.userId}` : `key:${caller.keyId}`,
      action,
      target,
    });

  return {
    list: async (scope, type) => Promise.all((await store.list(scope, type)).map(answer)),
    read: async (scope, id) => answer(await findAssistant(db, scope, id)),

    async create(caller, body) {
      const row = await writer.create(caller, body);
      await record(caller, 'assistant-created', row.id);
      return answer(row);
    },

    update: (caller, id, body) =>
      inTurn(id, async () => {
        const row = await writer.save(caller, id, body);
        await record(caller, 'assistant-changed', id);
        return answer(row);
      }),

    remove: (caller, id, isAtVendorToo) =>
      inTurn(id, async () => {
        const row = await findAssistant(db, caller, id);
        if (isAtVendorToo) await removeAtVendor(parts, caller, row);
        await writer.remove(caller, row);
        await record(caller, 'assistant-deleted', id);
      }),

    async mend(caller) {
      const failures: unknown[] = [];
      for (const { id, details, flowId } of await store.list(caller, 'CUSTOM')) {
        if (flowId !== null) continue;
        // One that fails does not keep the others from getting their flow.
        await inTurn(id, () => writer.save(caller, id, { details })).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },

    async openAsFlow(caller, id) {
      const { flowId, details, type } = await findAssistant(db, caller, id);
      const read = readDetails(details, type);
      if (flowId === null || read.type !== 'CUSTOM' || !read.details.chatModel)
        throw new AppError('FLOW_INVALID', 'Choose a model for the assistant first.');
      const { name } = read.details;
      const copy = await parts.flows.duplicate(caller, flowId);
      await parts.flows.change(caller, copy.id, { name, type: 'CHATFLOW' });
      return { id: copy.id, name };
    },
  };
}

async function removeAtVendor(parts: AssistantParts, scope: Scope, row: AssistantTable): Promise<void> {
  const read = readDetails(row.details, row.type);
  const vendorId = read.type === 'OPENAI' ? read.details.id : undefined;
  if (!vendorId) return;
  if (!row.credential) {
    throw new AppError(
      'CREDENTIAL_MISSING',
      'Choose this assistant’s OpenAI key to delete its copy at OpenAI.',
    );
  }
  await parts.removeAtVendor(scope, row.credential, vendorId);
}
