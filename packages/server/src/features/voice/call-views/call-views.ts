import { randomUUID } from 'node:crypto';
import type { CallViewFields, SavedCallView } from '@tendril/contract/api/call-views';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { CallViewTable } from '../../../platform/db/voice-tables.ts';
import { callViewStore, type PersonScope } from './call-views.store.ts';

const mostViews = 100;

/** Saved views of the list of calls: each is one person's, who may share it with the workspace. */
export function createCallViews(db: Database) {
  const store = callViewStore(db);

  return {
    async list(person: PersonScope): Promise<SavedCallView[]> {
      return (await store.listFor(person)).map((row) => toView(row, person));
    },

    /** Throws CONFLICT when the person has the maximum number of them. */
    async create(person: PersonScope, fields: CallViewFields): Promise<SavedCallView> {
      if ((await store.countOf(person)) >= mostViews)
        throw new AppError('CONFLICT', `You can save up to ${mostViews} views. Delete one first.`);
      const { workspaceId, userId } = person;
      const now = Date.now();
      const row: CallViewTable = {
        ...{ id: randomUUID(), workspaceId, userId, name: fields.name, createdAt: now, updatedAt: now },
        isShared: fields.isShared ? 1 : 0,
        filter: JSON.stringify(fields.filter),
      };
      await store.insert(row);
      return toView(row, person);
    },

    /** Throws NOT_FOUND, also for a view that another person shares. */
    async update(person: PersonScope, id: string, changes: Partial<CallViewFields>): Promise<SavedCallView> {
      const { name, filter, isShared } = changes;
      const row = await store.update(person, id, {
        ...(name !== undefined && { name }),
        ...(filter && { filter: JSON.stringify(filter) }),
        ...(isShared !== undefined && { isShared: isShared ? 1 : 0 }),
        updatedAt: Date.now(),
      });
      if (!row) throw missing();
      return toView(row, person);
    },

    async remove(person: PersonScope, id: string): Promise<void> {
      if (!(await store.remove(person, id))) throw missing();
    },
  };
}

export type CallViews = ReturnType<typeof createCallViews>;

function toView(row: CallViewTable, { userId }: PersonScope): SavedCallView {
  const { id, name, updatedAt } = row;
  const filter = JSON.parse(row.filter) as SavedCallView['filter'];
  return { id, name, filter, isShared: row.isShared === 1, isOwn: row.userId === userId, updatedAt };
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'View not found among your own.');
}
