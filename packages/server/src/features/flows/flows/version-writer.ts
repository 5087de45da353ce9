import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { Database, DatabaseTransaction, FlowTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { flowVersionStore, pruneCheckpoints } from './flow-versions.store.ts';
import { keptCheckpoints, missingFlow, stale } from './flow-writer.ts';
import { flowStore } from './flows.store.ts';
import { countNodes } from './node-counts.ts';

/** A version of a flow, and the draft's revision that the caller knows. */
export interface VersionChoice {
  flowId: string;
  versionId: string;
  revision: number;
}

/** Moves a flow's draft and live version; one change of a flow at a time. */
export function versionWriter(db: Database) {
  return {
    /**
     * Makes a copy of a version the draft, as a checkpoint; the previous draft stays as a checkpoint, too. The copied
     * data refers to sealed values and files, and both live as long as the flow.
     */
    restore: (scope: Scope, author: string, choice: VersionChoice): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const flow = await lock(trx, scope, choice);
        if (flow.draftVersionId !== choice.versionId) await copyToDraft(trx, scope, author, flow, choice);
      }),

    /** Makes a version the live one. */
    publish: (scope: Scope, choice: VersionChoice, note: string | undefined): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const flow = await lock(trx, scope, choice);
        const changes = { kind: 'published' as const, ...(note !== undefined && { note: note || null }) };
        const isThere = await flowVersionStore(trx).mark(scope, flow.id, choice.versionId, changes);
        if (!isThere) throw missingVersion();
        await flowStore(trx).update(scope, flow.id, {
          publishedVersionId: choice.versionId,
          updatedAt: Math.max(Date.now(), flow.updatedAt + 1),
        });
      }),
  };
}

/** Locks the flow's row until the transaction ends. */
async function lock(
  trx: DatabaseTransaction,
  scope: Scope,
  { flowId, revision }: VersionChoice,
): Promise<FlowTable> {
  const flows = flowStore(trx);
  const isLocked = await flows.lockDraft(scope, flowId, revision);
  const flow = await flows.find(scope, flowId);
  if (!flow) throw missingFlow();
  if (!isLocked) throw stale(flow.draftRevision);
  return flow;
}

async function copyToDraft(
  trx: DatabaseTransaction,
  scope: Scope,
  author: string,
  flow: FlowTable,
  { versionId }: VersionChoice,
): Promise<void> {
  const versions = flowVersionStore(trx);
  const wanted = await versions.find(scope, flow.id, versionId);
  if (!wanted) throw missingVersion();
  const draft = flow.draftVersionId && (await versions.findHead(scope, flow.id, flow.draftVersionId));
  if (draft && draft.kind === 'autosave')
    await versions.mark(scope, flow.id, draft.id, { kind: 'checkpoint' });
  const id = randomUUID();
  const createdAt = Math.max(Date.now(), flow.updatedAt + 1);
  await versions.insert({
    id,
    workspaceId: scope.workspaceId,
    flowId: flow.id,
    number: await versions.nextNumber(scope, flow.id),
    kind: 'checkpoint',
    author,
    note: null,
    createdAt,
    flowData: wanted.flowData,
  });
  await flowStore(trx).update(scope, flow.id, {
    draftVersionId: id,
    draftRevision: flow.draftRevision + 1,
    nodeNames: JSON.stringify(countNodes(JSON.parse(wanted.flowData) as FlowData)),
    updatedAt: createdAt,
  });
  await pruneCheckpoints(trx, scope, { ...flow, draftVersionId: id }, keptCheckpoints);
}

export function missingVersion(): AppError {
  return new AppError('NOT_FOUND', 'Version not found.');
}
