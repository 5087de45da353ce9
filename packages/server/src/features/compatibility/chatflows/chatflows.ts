import type { Chatflow, createChatflow, updateChatflow } from '@tendril/contract/api/chatflows';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import { storedFlowType } from '@tendril/contract/flow/flow';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isForFlow, type KeyCaller, type ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowService } from '../../flows/flows/public.ts';
import { toChatflow } from './chatflow-answer.ts';
import { parseFlowText, readChatflowSettings } from './chatflow-settings.ts';
import { chatflowStore } from './chatflows.store.ts';

interface ChatflowParts {
  db: Database;
  reads: HeavyReads;
  flows: FlowService;
  requireKey(scope: Scope, keyId: string): Promise<void>;
}

/** So few that turning them into text takes some milliseconds. */
const flowsAtOnce = 15;

/** An unknown type means all flows, as in Flowise. */
const knownType = (type: string | undefined) => storedFlowType.safeParse(type).data;

/** Flows as Flowise's own clients and scripts handle them: each save publishes at once. */
export function createChatflowService({ db, reads, flows, requireKey }: ChatflowParts) {
  const store = chatflowStore(db);

  async function read(scope: Scope, id: string): Promise<Chatflow> {
    const row = await store.find(scope, id);
    if (!row) throw missing();
    return toChatflow(row, flows.mask(row.flowData));
  }

  async function* textOf(scope: Scope, ids: readonly string[]): AsyncGenerator<string> {
    let start = '[';
    for (let at = 0; at < ids.length; at += flowsAtOnce) {
      const some = await chatflowStore(reads.of(scope)).byIds(scope, ids.slice(at, at + flowsAtOnce));
      const texts = some.map((row) => JSON.stringify(toChatflow(row, flows.mask(row.flowData))));
      if (texts.length === 0) continue;
      yield start + texts.join();
      start = ',';
    }
    yield start === '[' ? '[]' : ']';
  }

  return {
    read,

    /** One page with the number of all. */
    async page(scope: Scope, type: string | undefined, page: number, limit: number) {
      const heavy = chatflowStore(reads.of(scope));
      const rows = await heavy.page(scope, knownType(type), (page - 1) * limit, limit);
      const data = rows.map((row) => toChatflow(row, flows.mask(row.flowData)));
      return { data, total: await heavy.count(scope, knownType(type)) };
    },

    /** All flows, the latest first, as the text of a JSON list: some of them are in memory at a time. */
    async listAll(scope: Scope, type: string | undefined): Promise<AsyncIterable<string>> {
      return textOf(scope, await chatflowStore(reads.of(scope)).ids(scope, knownType(type)));
    },

    /** Throws NOT_FOUND. */
    async hasChanged(scope: Scope, id: string, lastUpdated: string): Promise<boolean> {
      const row = await store.find(scope, id);
      if (!row) throw missing();
      return row.updatedAt !== Date.parse(lastUpdated);
    },

    /** What a key opens, in Flowise's sense. Throws FORBIDDEN for a key that opens no flow, NOT_FOUND where there is none. */
    async listOfKey(caller: KeyCaller, isKeyOnly: boolean): Promise<AsyncIterable<string>> {
      if (caller.scope === 'credentials')
        throw new AppError('FORBIDDEN', 'This API key is for storing secrets only.');
      const ids = await chatflowStore(reads.of(caller)).idsOfKey(caller, caller.keyId, !isKeyOnly);
      const open = ids.filter((id) => isForFlow(caller, id));
      if (open.length === 0) throw new AppError('NOT_FOUND', 'This API key has no flows.');
      return textOf(caller, open);
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
