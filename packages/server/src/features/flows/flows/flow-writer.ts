import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { Updateable } from 'kysely';
import type { DatabaseTransaction, FlowTable, FlowVersionTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import { abandonFlow, type IntakeParts, type TakenFlow, takeFlow } from './flow-intake.ts';
import { flowSecretStore } from './flow-secrets.store.ts';
import { flowVersionStore, pruneCheckpoints } from './flow-versions.store.ts';
import { flowStore } from './flows.store.ts';
import { countNodes } from './node-counts.ts';

export type FlowSettings = Partial<
  Pick<
    FlowTable,
    | 'isPublic'
    | 'apikeyid'
    | 'deployed'
    | 'category'
    | 'folder'
    | 'description'
    | 'chatbotConfig'
    | 'apiConfig'
    | 'analytic'
    | 'speechToText'
    | 'followUpPrompts'
    | 'textToSpeech'
    | 'mcpServerConfig'
  >
>;

export interface NewFlow {
  name: string;
  type: string;
  flowData: FlowData;
  settings?: FlowSettings;
  /** API clients save and publish in one step. */
  isPublished?: boolean;
}

export interface DraftSave {
  flowData: FlowData;
  kind: FlowVersionTable['kind'];
  note?: string | undefined;
  /** The revision the draft was based on; without one the save always succeeds. */
  revision?: number;
  /** Other columns to change with it. */
  changes?: Updateable<FlowTable>;
}

/** How many checkpoints without a note a flow keeps. */
export const keptCheckpoints = 500;

export interface SavedDraft {
  draftRevision: number;
  draftVersion: number;
  updatedAt: number;
}

/** Writes flows and their versions, each with what belongs to it, in one transaction. */
export function flowWriter(parts: IntakeParts) {
  const write = <T>(scope: Scope, taken: TakenFlow, work: (trx: DatabaseTransaction) => Promise<T>) =>
    parts.db
      .transaction()
      .execute(work)
      .catch(async (error: unknown) => {
        await abandonFlow(parts, scope, taken);
        throw error;
      });

  return {
    async create(scope: Scope, author: string, given: NewFlow): Promise<string> {
      const id = randomUUID();
      const taken = await takeFlow(parts, scope, id, given.flowData);
      await write(scope, taken, (trx) => insertFlow(trx, scope, author, id, given, taken));
      return id;
    },

    async saveDraft(scope: Scope, author: string, id: string, save: DraftSave): Promise<SavedDraft> {
      const present = await readDraft(parts, scope, id);
      refuseStale(present.flow, save);
      const taken = await takeFlow(
        parts,
        scope,
        id,
        save.flowData,
        JSON.parse(present.draft.flowData) as FlowData,
      );
      return write(scope, taken, (trx) => insertDraft(trx, scope, author, id, save, taken));
    },
  };
}

export async function insertFlow(
  trx: DatabaseTransaction,
  scope: Scope,
  author: string,
  id: string,
  given: NewFlow,
  taken: TakenFlow,
): Promise<void> {
  const versionId = randomUUID();
  const now = Date.now();
  await flowStore(trx).insert({
    isPublic: 0,
    deployed: 0,
    ...given.settings,
    id,
    workspaceId: scope.workspaceId,
    name: given.name,
    type: given.type,
    nodeNames: JSON.stringify(countNodes(taken.flow)),
    draftRevision: 1,
    draftVersionId: versionId,
    publishedVersionId: given.isPublished ? versionId : null,
    createdAt: now,
    updatedAt: now,
  });
  const kind = given.isPublished ? 'published' : 'checkpoint';
  await insertVersion(
    trx,
    scope,
    { id: versionId, flowId: id, number: 1, kind, author, note: null, createdAt: now },
    taken,
  );
}

/** Writes a save of the draft in the caller's transaction. */
export async function insertDraft(
  trx: DatabaseTransaction,
  scope: Scope,
  author: string,
  id: string,
  save: DraftSave,
  taken: TakenFlow,
): Promise<SavedDraft> {
  const flows = flowStore(trx);
  const isClaimed = await flows.claimDraft(scope, id, save.revision);
  const flow = await flows.find(scope, id);
  if (!flow) throw missingFlow();
  if (!isClaimed) throw stale(flow.draftRevision);
  const { number, versionId } = await allocateVersion(trx, scope, flow, save);
  const now = Math.max(Date.now(), flow.updatedAt + 1);
  const head = {
    id: versionId,
    flowId: id,
    number,
    kind: save.kind,
    author,
    note: save.note ?? null,
    createdAt: now,
  };
  await insertVersion(trx, scope, head, taken);
  await flows.update(scope, id, {
    ...save.changes,
    ...(save.kind === 'published' && { publishedVersionId: versionId }),
    draftVersionId: versionId,
    nodeNames: JSON.stringify(countNodes(taken.flow)),
    updatedAt: now,
  });
  if (save.kind === 'checkpoint')
    await pruneCheckpoints(trx, scope, { ...flow, draftVersionId: versionId }, keptCheckpoints);
  return { draftRevision: flow.draftRevision, draftVersion: number, updatedAt: now };
}

/** The number of the version to be written: an autosave replaces its predecessor, any other gets a new one. */
async function allocateVersion(
  trx: DatabaseTransaction,
  scope: Scope,
  flow: FlowTable,
  { kind, revision }: DraftSave,
): Promise<{ number: number; versionId: string }> {
  const versions = flowVersionStore(trx);
  const draft = flow.draftVersionId
    ? await versions.findHead(scope, flow.id, flow.draftVersionId)
    : undefined;
  const nextNumber = await versions.nextNumber(scope, flow.id);
  const versionId = randomUUID();
  // That one has a note: it stays.
  if (draft?.kind !== 'autosave' || draft.note) return { number: nextNumber, versionId };
  // A save that does not know the draft must not overwrite anyone's unsaved work.
  if (revision === undefined) {
    await versions.mark(scope, flow.id, draft.id, { kind: 'checkpoint' });
    return { number: nextNumber, versionId };
  }
  await versions.remove(scope, flow.id, draft.id);
  return { number: kind === 'autosave' ? draft.number : nextNumber, versionId };
}

async function insertVersion(
  trx: DatabaseTransaction,
  scope: Scope,
  head: Omit<FlowVersionTable, 'workspaceId' | 'flowData'>,
  taken: TakenFlow,
): Promise<void> {
  await flowVersionStore(trx).insert({ ...head, workspaceId: scope.workspaceId, flowData: taken.text });
  await flowSecretStore(trx).put(taken.secrets);
  await ownedFileStore(trx, 'flow').insert(scope, taken.files);
}

/** A flow's row with its draft, read in one statement. Throws NOT_FOUND. */
export async function readDraft({ db }: Pick<IntakeParts, 'db'>, scope: Scope, id: string) {
  const row = await flowStore(db).findWithDraft(scope, id);
  if (!row) throw missingFlow();
  const { draftNumber, draftData, ...flow } = row;
  return { flow, draft: { number: draftNumber, flowData: draftData } };
}

function refuseStale(flow: FlowTable, save: DraftSave): void {
  if (save.revision !== undefined && save.revision !== flow.draftRevision) throw stale(flow.draftRevision);
}

export function stale(current: number): AppError {
  return new AppError('STALE_VERSION', 'Someone else has saved this flow since you opened it.', {
    details: [{ path: 'draftRevision', message: String(current) }],
  });
}

export function missingFlow(): AppError {
  return new AppError('NOT_FOUND', 'Flow not found.');
}
