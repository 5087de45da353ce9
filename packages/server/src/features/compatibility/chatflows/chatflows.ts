import type {
  Chatflow,
  createChatflow,
  listChatflows,
  updateChatflow,
} from '@tendril/contract/api/chatflows';
import type { Body, Query } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import { storedFlowType } from '@tendril/contract/flow/flow';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isForFlow, type KeyCaller, type ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowService } from '../../flows/flows/public.ts';
import { toChatflow } from './chatflow-answer.ts';
import { parseFlowText, readChatflowSettings } from './chatflow-settings.ts';
import { chatflowStore } from './chatflows.store.ts';

interface ChatflowParts {
  db: Database;
  flows: FlowService;
  requireKey(scope: Scope, keyId: string): Promise<void>;
}

/** Flows as Flowise's own clients and scripts handle them: each save publishes at once. */
export function createChatflowService({ db, flows, requireKey }: ChatflowParts) {
  const store = chatflowStore(db);

  async function read(scope: Scope, id: string): Promise<Chatflow> {
    const row = await store.find(scope, id);
    if (!row) throw missing();
    return toChatflow(row, flows.mask(row.flowData));
  }

  return {
    read,

    async list(scope: Scope, query: Query<typeof listChatflows>) {
      // An unknown type means all flows, as in Flowise.
      const type = storedFlowType.safeParse(query.type).data;
      const page =
        query.page === undefined ? {} : { offset: (query.page - 1) * query.limit, limit: query.limit };
      const rows = await store.list(scope, { type, ...page });
      const data = rows.map((row) => toChatflow(row, flows.mask(row.flowData)));
      return query.page === undefined ? data : { data, total: await store.count(scope, type) };
    },

    /** Throws NOT_FOUND. */
    async hasChanged(scope: Scope, id: string, lastUpdated: string): Promise<boolean> {
      const row = await store.find(scope, id);
      if (!row) throw missing();
      return row.updatedAt !== Date.parse(lastUpdated);
    },

    /** What a key opens, in Flowise's sense. Throws FORBIDDEN for a key that opens no flow, NOT_FOUND where there is none. */
    async listOfKey(caller: KeyCaller, isKeyOnly: boolean): Promise<Chatflow[]> {
      if (caller.scope === 'credentials')
        throw new AppError('FORBIDDEN', 'This API key is for storing secrets only.');
      const rows = await store.ofKey(caller, caller.keyId, !isKeyOnly);
      const open = rows.filter(({ id }) => isForFlow(caller, id));
      if (open.length === 0) throw new AppError('NOT_FOUND', 'This API key has no flows.');
      return open.map((row) => toChatflow(row, flows.mask(row.flowData)));
    },

    async create(caller: ScopedCaller, { name, type, flowData, ...given }: Body<typeof createChatflow>) {
      const settings = readChatflowSettings(given);
      if (settings.apikeyid) await requireKey(caller, settings.apikeyid);
      const flow = { name, type, flowData: parseFlowText(flowData), settings, isPublished: true };
      return read(caller, await flows.insert(caller, flow));
    },

    async update(caller: ScopedCaller, id: string, { flowData, ...given }: Body<typeof updateChatflow>) {
      const settings = readChatflowSettings(given);
      if (settings.apikeyid) await requireKey(caller, settings.apikeyid);
      const { name, type } = given;
      const changes = {
        ...settings,
        ...(name !== undefined && { name }),
        ...(type !== undefined && { type }),
      };
      if (flowData === undefined) await flows.change(caller, id, changes);
      else await flows.write(caller, id, { flowData: parseFlowText(flowData), kind: 'published', changes });
      return read(caller, id);
    },

    async remove(scope: Scope, id: string) {
      await flows.remove(scope, id);
      return { affected: 1 };
    },
  };
}

export type ChatflowService = ReturnType<typeof createChatflowService>;

function missing(): AppError {
  return new AppError('NOT_FOUND', 'Flow not found.');
}
