import type { AssistantProfile } from '@tendril/contract/api/assistant-profiles';
import { AppError } from '@tendril/contract/app-error';
import type { LooseRecordTable } from '../../../platform/db/assistant-tables.ts';
import { looseRecordStore, readFields } from '../../../platform/db/loose-records.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Assistant profiles: unknown fields are stored as they came. */
export function createAssistantProfiles(db: Database) {
  const store = looseRecordStore(db, 'assistant_profile');

  async function find(scope: Scope, id: string): Promise<LooseRecordTable> {
    const row = await store.find(scope, id);
    if (!row) throw missing();
    return row;
  }

  return {
    list: async (scope: Scope): Promise<AssistantProfile[]> => (await store.list(scope)).map(readFields),

    /** Throws NOT_FOUND. */
    read: async (scope: Scope, id: string): Promise<AssistantProfile> => readFields(await find(scope, id)),

    /** An id that is sent is kept, unless it is taken. */
    async create({ workspaceId }: Scope, { id: wanted, ...fields }: Fields & { id?: string | undefined }) {
      return readFields(await store.insert({ workspaceId, wanted, fields }));
    },

    /** Changes the fields that are sent. Throws NOT_FOUND. */
    async update(scope: Scope, id: string, { id: _id, ...changes }: Fields): Promise<AssistantProfile> {
      const changed = await store.change(scope, id, (present) => ({ ...present, ...changes }));
      if (!changed) throw missing();
      return readFields(changed);
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw missing();
    },
  };
}

export type AssistantProfiles = ReturnType<typeof createAssistantProfiles>;

function missing(): AppError {
  return new AppError('NOT_FOUND', 'Assistant profile not found.');
}
