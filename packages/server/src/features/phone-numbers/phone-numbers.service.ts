import { randomUUID } from 'node:crypto';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { AppError } from '@tendril/contract/app-error';
import { looseRecordStore, readFields } from '../../db/loose-records.ts';
import type { Database, LooseRecordTable } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

type Fields = Readonly<Record<string, unknown>>;
type NewNumber = Fields & { id?: string | undefined; phoneNumber: string };

/** Phone numbers of a workspace; what is not known of them is kept as it came. */
export function createPhoneNumbers(db: Database) {
  const store = looseRecordStore(db, 'assistant_phone_number');

  async function refuseTaken(scope: Scope, phoneNumber: unknown, id?: string): Promise<void> {
    const numbers = (await store.list(scope)).map(readFields);
    if (!numbers.some((number) => number['phoneNumber'] === phoneNumber && number.id !== id)) return;
    const message = `${phoneNumber} is in the list already`;
    throw new AppError('CONFLICT', `phoneNumber: ${message}`, {
      details: [{ path: 'phoneNumber', message }],
    });
  }

  return {
    list: async (scope: Scope): Promise<AssistantPhoneNumber[]> => (await store.list(scope)).map(toNumber),

    /** Throws CONFLICT for a number that is there already. */
    async create(scope: Scope, { id: wanted, ...fields }: NewNumber): Promise<AssistantPhoneNumber> {
      await refuseTaken(scope, fields['phoneNumber']);
      const id = wanted !== undefined && !(await store.isTaken(wanted)) ? wanted : randomUUID();
      const now = Date.now();
      const { workspaceId } = scope;
      const row = { id, workspaceId, fields: JSON.stringify(fields), createdAt: now, updatedAt: now };
      await store.insert(row);
      return toNumber(row);
    },

    /** Changes the fields that are sent. Throws NOT_FOUND, CONFLICT. */
    async update(scope: Scope, id: string, { id: _id, ...changes }: Fields): Promise<AssistantPhoneNumber> {
      const row = await store.find(scope, id);
      if (!row) throw missing();
      if (changes['phoneNumber'] !== undefined) await refuseTaken(scope, changes['phoneNumber'], id);
      const { id: _own, ...present } = readFields(row);
      const fields = JSON.stringify({ ...present, ...changes });
      await store.update(scope, id, fields);
      return toNumber({ ...row, fields });
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw missing();
    },
  };
}

export type PhoneNumbers = ReturnType<typeof createPhoneNumbers>;

function toNumber(row: LooseRecordTable): AssistantPhoneNumber {
  const fields = readFields(row);
  return { ...fields, phoneNumber: String(fields['phoneNumber']) };
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no such phone number.');
}
