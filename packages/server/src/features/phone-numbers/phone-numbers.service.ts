import { randomUUID } from 'node:crypto';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { AppError } from '@tendril/contract/app-error';
import { type PhoneNumber, readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { looseRecordStore, readFields } from '../../db/loose-records.ts';
import type { Database, LooseRecordTable } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { joinAgents } from './join-agents.ts';
import { type NumberAgents, numberReferences } from './number-references.ts';

type Fields = Readonly<Record<string, unknown>>;
type SentFields = Fields & { id?: string | undefined };

export interface PhoneNumberParts {
  db: Database;
  agents: NumberAgents;
}

/** Phone numbers of a workspace; what is not known of them is kept as it came. */
export function createPhoneNumbers({ db, agents }: PhoneNumberParts) {
  const store = looseRecordStore(db, 'assistant_phone_number');
  const checkReferences = numberReferences(db, agents);
  const changeListeners: ((id: string) => void)[] = [];

  async function refuseTaken(scope: Scope, phoneNumber: unknown, id?: string): Promise<void> {
    if (!phoneNumber) return;
    const numbers = (await store.list(scope)).map(readFields);
    if (!numbers.some((number) => number['phoneNumber'] === phoneNumber && number.id !== id)) return;
    throw refusal('CONFLICT', 'phoneNumber', `${phoneNumber} is in the list already`);
  }

  const list = async (scope: Scope): Promise<AssistantPhoneNumber[]> =>
    (await store.list(scope)).map(toNumber);

  return {
    list,

    /** With every known field in its place. Throws NOT_FOUND. */
    async read(scope: Scope, id: string): Promise<PhoneNumber> {
      const row = await store.find(scope, id);
      if (!row) throw missing();
      return readPhoneNumber(readFields(row));
    },

    /** The numbers whose calls an agent answers, by the agent's id: open or closed, whole or in part. */
    async listByAgent(scope: Scope): Promise<Map<string, string[]>> {
      const found = new Map<string, string[]>();
      for (const { phoneNumber, nickname, ...number } of (await list(scope)).map(readPhoneNumber)) {
        const answering = [...number.inboundAgents, number.afterHoursAgent].map((one) => one?.agentId);
        for (const agentId of new Set(answering))
          if (agentId) found.set(agentId, [...(found.get(agentId) ?? []), phoneNumber || nickname]);
      }
      return found;
    },

    /** Throws INVALID_INPUT, and CONFLICT for a number that is there already. */
    async create(scope: Scope, { id: wanted, ...sent }: SentFields): Promise<AssistantPhoneNumber> {
      const fields = joinAgents({}, sent);
      requireNumber(fields);
      await checkReferences(scope, fields, fields['phoneNumber']);
      await refuseTaken(scope, fields['phoneNumber']);
      const id = wanted !== undefined && !(await store.isTaken(wanted)) ? wanted : randomUUID();
      const now = Date.now();
      const { workspaceId } = scope;
      const row = { id, workspaceId, fields: JSON.stringify(fields), createdAt: now, updatedAt: now };
      await store.insert(row);
      return toNumber(row);
    },

    /** Changes the fields that are sent. Throws NOT_FOUND, INVALID_INPUT, CONFLICT. */
    async update(scope: Scope, id: string, { id: _id, ...sent }: SentFields): Promise<AssistantPhoneNumber> {
      const row = await store.find(scope, id);
      if (!row) throw missing();
      const before = readFields(row);
      await checkReferences(scope, sent, sent['phoneNumber'] ?? before['phoneNumber']);
      if (sent['phoneNumber'] !== undefined) await refuseTaken(scope, sent['phoneNumber'], id);
      const changed = await store.change(scope, id, (present) => {
        const { id: _own, ...fields } = readFields(present);
        const merged = { ...fields, ...joinAgents(fields, sent) };
        if (sent['phoneNumber'] !== undefined || sent['provider'] !== undefined) requireNumber(merged);
        return JSON.stringify(merged);
      });
      if (!changed) throw missing();
      for (const listener of changeListeners) listener(id);
      return toNumber(changed);
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw missing();
      for (const listener of changeListeners) listener(id);
    },

    /** Called with the id of a number that is another from then on. */
    onChange: (listener: (id: string) => void) => void changeListeners.push(listener),
  };
}

export type PhoneNumbers = ReturnType<typeof createPhoneNumbers>;

function toNumber(row: LooseRecordTable): AssistantPhoneNumber {
  const fields = readFields(row);
  return { ...fields, phoneNumber: String(fields['phoneNumber'] ?? '') };
}

/** Only a line for browsers has no number. */
function requireNumber({ phoneNumber, provider }: Fields): void {
  if (phoneNumber || provider === 'browser') return;
  throw refusal('INVALID_INPUT', 'phoneNumber', 'is needed; only a browser line has none');
}

function refusal(code: 'INVALID_INPUT' | 'CONFLICT', path: string, message: string): AppError {
  return new AppError(code, `${path}: ${message}`, { details: [{ path, message }] });
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no such phone number.');
}
