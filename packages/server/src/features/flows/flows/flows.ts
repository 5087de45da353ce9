import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type {
  arrangeFlows,
  createFlow,
  FlowDetail,
  listFlows,
  saveDraft,
  updateFlow,
} from '@tendril/contract/api/flows';
import { emptyFlow } from '@tendril/contract/flow/flow';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { authorOf } from './author-of.ts';
import { toDetail, toSummary } from './flow-answer.ts';
import { copyFlow } from './flow-copy.ts';
import { flowFiguresStore, noFigures } from './flow-figures.store.ts';
import type { IntakeParts } from './flow-intake.ts';
import { type FlowListQuery, flowListStore } from './flow-list.store.ts';
import { type FlowRemover, removeFlow } from './flow-removal.ts';
import { statusOf } from './flow-status.ts';
import { changeTags } from './flow-tags.ts';
import {
  type DraftSave,
  type FlowSettings,
  flowWriter,
  missingFlow,
  type NewFlow,
  readDraft,
  type SavedDraft,
} from './flow-writer.ts';
import { flowStore } from './flows.store.ts';
import { maskSecrets } from './secret-mark.ts';

export interface FlowService {
  list(scope: Scope, query: FlowListQuery): Promise<Answer<typeof listFlows>>;
  /** Throws NOT_FOUND, as all that follow. */
  read(scope: Scope, id: string): Promise<FlowDetail>;
  create(caller: ScopedCaller, body: Body<typeof createFlow>): Promise<FlowDetail>;
  update(scope: Scope, id: string, body: Body<typeof updateFlow>): Promise<FlowDetail>;
  /** Throws NOT_FOUND and changes nothing when one of the flows does not exist. */
  arrange(scope: Scope, body: Body<typeof arrangeFlows>): Promise<Answer<typeof arrangeFlows>>;
  /** Throws STALE_VERSION when the draft is no longer at `revision`. */
  saveDraft(
    caller: ScopedCaller,
    id: string,
    revision: number,
    body: Body<typeof saveDraft>,
  ): Promise<Answer<typeof saveDraft>>;
  duplicate(caller: ScopedCaller, id: string): Promise<FlowDetail>;
  remove(scope: Scope, id: string): Promise<void>;
  /** Creates a flow for features that need flows of their own; returns its id. */
  insert(caller: ScopedCaller, flow: NewFlow): Promise<string>;
  write(caller: ScopedCaller, id: string, save: DraftSave): Promise<SavedDraft>;
  /** Changes columns of a flow without touching its draft. */
  change(scope: Scope, id: string, changes: FlowChanges): Promise<void>;
  /** Flow data as it may leave the server. */
  mask(flowDataText: string): string;
  /** Calls back after each change that affects runs, and after a removal. */
  onChange(listener: FlowListener): void;
  /** Removes what other features hold of a flow, in the transaction that deletes it. */
  onRemove(remover: FlowRemover): void;
  /** Calls those listeners, for features that change a flow themselves. */
  announce(scope: Scope, flowId: string): void;
}

type FlowListener = (scope: Scope, flowId: string, isGone: boolean) => void;

export type FlowChanges = FlowSettings & { name?: string; type?: string };

export interface FlowParts extends IntakeParts, Pick<Infrastructure, 'reads'> {
  /** Throws CONFLICT or NOT_FOUND when a flow must not be bound to the key. */
  requireKey(scope: Scope, keyId: string): Promise<void>;
}

/** Flows as people work on them. */
export function createFlowService(parts: FlowParts): FlowService {
  const { db } = parts;
  const store = flowStore(db);
  const writer = flowWriter(parts);
  const listeners: FlowListener[] = [];
  const removers: FlowRemover[] = [];

  const announce = (scope: Scope, flowId: string, isGone = false) => {
    for (const listener of listeners) listener(scope, flowId, isGone);
  };
  const read = async (scope: Scope, id: string) => {
    const { flow, draft } = await readDraft(parts, scope, id);
    return toDetail(flow, draft);
  };
  const write = async (caller: ScopedCaller, id: string, save: DraftSave) => {
    const saved = await writer.saveDraft(caller, authorOf(caller), id, save);
    announce(caller, id);
    return saved;
  };
  const change = async (scope: Scope, id: string, changes: FlowChanges) => {
    if (!(await store.update(scope, id, { ...changes, updatedAt: Date.now() }))) throw missingFlow();
    announce(scope, id);
  };
  const insert = (caller: ScopedCaller, flow: NewFlow) => writer.create(caller, authorOf(caller), flow);

  return {
    read,
    write,
    insert,
    change,
    mask: maskSecrets,
    onChange: (listener) => void listeners.push(listener),
    onRemove: (remover) => void removers.push(remover),
    announce: (scope, flowId) => announce(scope, flowId),

    list: (scope, query) => listPage(parts, scope, query),

    async create(caller, { name, type, flowData = emptyFlow, description }) {
      const settings = description === undefined ? {} : { description };
      return read(caller, await insert(caller, { name, type, flowData, settings }));
    },

    async update(scope, id, { isPublic, ...changes }) {
      if (changes.apikeyid) await parts.requireKey(scope, changes.apikeyid);
      const bits = isPublic === undefined ? {} : { isPublic: isPublic ? (1 as const) : (0 as const) };
      await change(scope, id, { ...changes, ...bits });
      return read(scope, id);
    },

    arrange: (scope, body) => arrange(parts, scope, body),

    async saveDraft(caller, id, revision, { flowData, isCheckpoint, note }) {
      const saved = await write(caller, id, {
        flowData,
        note,
        revision,
        kind: isCheckpoint ? 'checkpoint' : 'autosave',
      });
      const state = await store.findState(caller, id);
      return { ...saved, status: state ? statusOf(state) : 'never', liveVersion: state?.liveVersion ?? null };
    },

    duplicate: async (caller, id) => read(caller, await copyFlow(parts, caller, id, insert)),

    async remove(scope, id) {
      await removeFlow(parts, scope, id, removers);
      announce(scope, id, true);
    },
  };
}

async function listPage(
  { reads }: FlowParts,
  scope: Scope,
  query: FlowListQuery,
): Promise<Answer<typeof listFlows>> {
  const heavy = reads.of(scope);
  const lists = flowListStore(heavy);
  const [rows, counts] = [await lists.page(scope, query), await lists.counts(scope, query)];
  const ids = rows.map((row) => row.id);
  const figures = await flowFiguresStore(heavy).ofWeek(scope, ids, Date.now());
  const data = rows.map((row) => toSummary(row, figures.get(row.id) ?? noFigures()));
  const total = query.status ? counts[query.status] : counts.all;
  return { data, total, counts, ...(await lists.facets(scope, query.type)) };
}

/** Folder and tags only organize: what a flow does stays the same, and so does its modification time. */
async function arrange(
  { db }: FlowParts,
  scope: Scope,
  { ids, folder, addTags, removeTags }: Body<typeof arrangeFlows>,
): Promise<Answer<typeof arrangeFlows>> {
  const wanted = [...new Set(ids)];
  await db.transaction().execute(async (trx) => {
    const store = flowStore(trx);
    for (const id of wanted) {
      const flow = await store.find(scope, id);
      if (!flow) throw missingFlow();
      const category = changeTags(flow.category, { add: addTags, remove: removeTags });
      await store.update(scope, id, { category, ...(folder !== undefined && { folder }) });
    }
  });
  return { changed: wanted.length };
}
