import { randomUUID } from 'node:crypto';
import type { Query } from '@tendril/contract/api/endpoint';
import type { listUpsertHistory, UpsertRecord, UpsertResult } from '@tendril/contract/api/upserts';
import { AppError } from '@tendril/contract/app-error';
import type { PlannedNode } from '@tendril/engine/flow-plan';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { upsertHistoryStore } from './upsert-history.store.ts';

const dayMs = 86_400_000;
const mostDocuments = 50;
const longestValue = 500;
// Values that may hold a key, or are too long to read.
const hiddenTypes = new Set(['password', 'json', 'code', 'datagrid']);

interface UpsertHistoryParts {
  db: Database;
  /** Throws NOT_FOUND when the workspace has no such flow. */
  requireFlow(scope: Scope, flowId: string): Promise<void>;
}

/** The history of what was put into vector stores. */
export function createUpsertHistory({ db, requireFlow }: UpsertHistoryParts) {
  const store = upsertHistoryStore(db);

  return {
    async write({ workspaceId }: Scope, flowId: string, result: UpsertResult, nodes: readonly PlannedNode[]) {
      await store.insert({
        id: randomUUID(),
        workspaceId,
        flowId,
        createdAt: Date.now(),
        result: JSON.stringify({ ...result, addedDocs: shortened(result.addedDocs) }),
        flowData: JSON.stringify(nodes.map(toRecordNode)),
      });
    },

    async list(
      scope: Scope,
      flowId: string,
      query: Query<typeof listUpsertHistory>,
    ): Promise<UpsertRecord[]> {
      await requireFlow(scope, flowId);
      const { order, startDate, endDate } = query;
      const from = readDate(startDate, 'startDate');
      const end = readDate(endDate, 'endDate');
      // A day without a time means all of it.
      const until =
        end !== undefined && endDate && /^\d{4}-\d{2}-\d{2}$/.test(endDate) ? end + dayMs - 1 : end;
      const rows = await store.list(scope, flowId, { order, from, until });
      const records = rows.map(({ id, result, flowData, createdAt }) => ({
        id,
        chatflowid: flowId,
        result: JSON.parse(result) as UpsertResult,
        flowData: JSON.parse(flowData) as UpsertRecord['flowData'],
        date: new Date(createdAt).toISOString(),
      }));
      const open = await store.openStores(scope, [...new Set(records.flatMap(knowledgeOf))]);
      return records.map((record) =>
        knowledgeOf(record).every((storeId) => open.has(storeId)) ? record : withoutTexts(record),
      );
    },

    /** All of the entries or none. Throws NOT_FOUND. */
    async remove(scope: Scope, ids: readonly string[]) {
      const wanted = [...new Set(ids)];
      if ((await store.countOf(scope, wanted)) !== wanted.length)
        throw new AppError('NOT_FOUND', 'Entry not found.');
      return { affected: await store.remove(scope, wanted) };
    },
  };
}

export type UpsertHistory = ReturnType<typeof createUpsertHistory>;

/** The knowledge bases whose texts it may hold. */
function knowledgeOf({ flowData }: Pick<UpsertRecord, 'flowData'>): string[] {
  return flowData.flatMap(({ paramValues }) =>
    paramValues.flatMap(({ name, value }) => (name === 'selectedStore' ? readStoreId(value) : [])),
  );
}

/** Flowise's forms keep a name beside the id. */
const readStoreId = (value: string) => value.slice(0, Math.max(0, value.indexOf(':')) || undefined);

// The person who filled the store read for themselves; its history is seen by all who may see the flow.
const withoutTexts = (record: UpsertRecord): UpsertRecord => ({
  ...record,
  result: { ...record.result, addedDocs: [] },
});

function shortened(documents: UpsertResult['addedDocs']): UpsertResult['addedDocs'] {
  return documents.slice(0, mostDocuments).map(({ pageContent, metadata }) => ({
    pageContent: pageContent.slice(0, 4 * longestValue).toWellFormed(),
    metadata,
  }));
}

function toRecordNode({ id, label, definition, inputs }: PlannedNode): UpsertRecord['flowData'][number] {
  return {
    label,
    nodeName: definition.name,
    name: definition.name,
    category: definition.category,
    id,
    paramValues: inputs.flatMap((input) => {
      if (input.kind !== 'param' || hiddenTypes.has(input.param.type)) return [];
      if (input.raw === undefined || input.raw === null || input.raw === '') return [];
      const text = typeof input.raw === 'string' ? input.raw : JSON.stringify(input.raw);
      const { label: shown, type } = input.param;
      return [{ label: shown, name: input.name, type, value: text.slice(0, longestValue).toWellFormed() }];
    }),
  };
}

function readDate(text: string | undefined, path: string): number | undefined {
  if (!text) return undefined;
  const time = Date.parse(text);
  if (Number.isFinite(time)) return time;
  const message = 'must be a date';
  throw new AppError('INVALID_INPUT', `query.${path}: ${message}`, {
    details: [{ path: `query.${path}`, message }],
  });
}
