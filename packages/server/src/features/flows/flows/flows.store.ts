import type { Insertable, Updateable } from 'kysely';
import { comparableNumber } from '../../../platform/db/comparable-number.ts';
import type { Database, DatabaseTransaction, FlowTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { liveNumber } from './flow-list.store.ts';

type Handle = Database | DatabaseTransaction;

const withDraft = [
  'draft.number as draftNumber',
  'draft.flowData as draftData',
  'import_report.flowId as reportId',
] as const;

/** Rows of flows. Every call takes the workspace; rows of other workspaces are invisible. */
export function flowStore(db: Handle) {
  const ofWorkspace = (scope: Scope, id: string) =>
    db.selectFrom('flow').where('flow.workspaceId', '=', scope.workspaceId).where('flow.id', '=', id);

  return {
    find: (scope: Scope, id: string) => ofWorkspace(scope, id).selectAll().executeTakeFirst(),

    findWithDraft: (scope: Scope, id: string) =>
      ofWorkspace(scope, id)
        .innerJoin('flow_version as draft', 'draft.id', 'flow.draftVersionId')
        .leftJoin('import_report', 'import_report.flowId', 'flow.id')
        .selectAll('flow')
        .select(withDraft)
        .select((row) => liveNumber(row).as('liveVersion'))
        .executeTakeFirst(),

    /** A flow by its id alone, for callers whose access is decided by the flow itself. */
    findAnywhere: (id: string) => db.selectFrom('flow').selectAll().where('id', '=', id).executeTakeFirst(),

    async isTaken(id: string): Promise<boolean> {
      return (await db.selectFrom('flow').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },

    insert: (row: Insertable<FlowTable>) => db.insertInto('flow').values(row).execute(),

    /** Changes columns; returns whether the flow exists. */
    async update(scope: Scope, id: string, changes: Updateable<FlowTable>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('flow')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Increments the draft's revision if it still is `revision` (or any, when omitted); returns whether it was. This
     * locks the flow until the transaction ends: what follows in it happens one save at a time.
     */
    async claimDraft(scope: Scope, id: string, revision: number | undefined): Promise<boolean> {
      let claim = db
        .updateTable('flow')
        .set((flow) => ({ draftRevision: flow('draftRevision', '+', 1) }))
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id);
      if (revision !== undefined) claim = claim.where('draftRevision', '=', comparableNumber(revision));
      return (await claim.executeTakeFirst()).numUpdatedRows > 0n;
    },

    /** Locks the flow for the rest of the transaction, if its draft is still at `revision`; returns whether it was. */
    async lockDraft(scope: Scope, id: string, revision: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('flow')
        .set((flow) => ({ draftRevision: flow.ref('draftRevision') }))
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('draftRevision', '=', comparableNumber(revision))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** The state of the flow's draft and live version, without flow data. */
    findState: (scope: Scope, id: string) =>
      ofWorkspace(scope, id)
        .innerJoin('flow_version as draft', 'draft.id', 'flow.draftVersionId')
        .select([
          'flow.draftRevision',
          'flow.draftVersionId',
          'flow.publishedVersionId',
          'flow.updatedAt',
          'draft.number as draftVersion',
        ])
        .select((row) => liveNumber(row).as('liveVersion'))
        .executeTakeFirst(),

    /** Deletes the flow with its versions; returns whether it existed. */
    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('flow')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
