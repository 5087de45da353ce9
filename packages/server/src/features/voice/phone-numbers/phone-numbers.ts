import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { AppError } from '@tendril/contract/app-error';
import { e164Pattern, type PhoneNumber, readPhoneNumber } from '@tendril/contract/voice/phone-number';
import type { LooseRecordTable } from '../../../platform/db/assistant-tables.ts';
import { looseRecordStore, readFields } from '../../../platform/db/loose-records.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { joinAgents } from './join-agents.ts';
import { type NumberAgents, numberReferences } from './number-references.ts';

type Fields = Readonly<Record<string, unknown>>;
type SentFields = Fields & { id?: string | undefined };

interface PhoneNumberParts {
  db: Database;
  agents: NumberAgents;
  /** Deletes what other features store for a number that is being deleted. */
  removeTraces(trx: DatabaseTransaction, scope: Scope, id: string): Promise<void>;
}

/** Phone numbers of a workspace; unknown fields are stored as they came. */
export function createPhoneNumbers({ db, agents, removeTraces }: PhoneNumberParts) {
  const store = looseRecordStore(db, 'assistant_phone_number');
  const checkReferences = numberReferences(db, agents);
  const changeListeners: ((id: string) => void)[] = [];

  const list = async (scope: Scope): Promise<AssistantPhoneNumber[]> =>
    (await store.list(scope)).map(toNumber);

  return {
    list,

    /** With every known field set. Throws NOT_FOUND. */
    async read(scope: Scope, id: string): Promise<PhoneNumber> {
      const row = await store.find(scope, id);
      if (!row) throw missing();
      return readPhoneNumber(readFields(row));
    },

    /** A number of whatever workspace: for carriers, who prove that they are asked about it. */
    async findAnywhere(id: string): Promise<OwnedNumber | undefined> {
      const row = await store.findAnywhere(id);
      return row && toOwned(row);
    },

    /** The numbers with this E.164 form, in all workspaces. */
    async findByForm(phoneNumber: string): Promise<OwnedNumber[]> {
      if (!e164Pattern.test(phoneNumber)) return [];
      const rows = await store.listHolding(`"phoneNumber":"${phoneNumber}"`);
      return rows.map(toOwned).filter(({ number }) => number.phoneNumber === phoneNumber);
    },

    /** The numbers whose calls an agent answers, by the agent's id: active or paused, whole or in part. */
    async listByAgent(scope: Scope): Promise<Map<string, string[]>> {
      const found = new Map<string, string[]>();
      for (const { phoneNumber, nickname, ...number } of (await list(scope)).map(readPhoneNumber)) {
        const answering = [...number.inboundAgents, number.afterHoursAgent].map((one) => one?.agentId);
        for (const agentId of new Set(answering))
          if (agentId) found.set(agentId, [...(found.get(agentId) ?? []), phoneNumber || nickname]);
      }
      return found;
    },

    /** Throws INVALID_INPUT, and CONFLICT for a number that exists already. */
    async create(scope: Scope, { id: wanted, ...sent }: SentFields): Promise<AssistantPhoneNumber> {
      const fields = joinAgents({}, sent);
      requireNumber(fields);
      await checkReferences(scope, fields, fields['phoneNumber']);
      const created = await store.alone(scope, async (rows) => {
        refuseTaken(await rows.list(scope), fields['phoneNumber']);
        return toNumber(await rows.insert({ workspaceId: scope.workspaceId, wanted, fields }));
      });
      for (const listener of changeListeners) listener(created.id);
      return created;
    },

    /** Changes the fields that are sent. Throws NOT_FOUND, INVALID_INPUT, CONFLICT. */
    async update(scope: Scope, id: string, { id: _id, ...sent }: SentFields): Promise<AssistantPhoneNumber> {
      const row = await store.find(scope, id);
      if (!row) throw missing();
      const before = readFields(row);
      await checkReferences(scope, sent, sent['phoneNumber'] ?? before['phoneNumber']);
      const changed = await store.alone(scope, async (rows) => {
        if (sent['phoneNumber'] !== undefined) refuseTaken(await rows.list(scope), sent['phoneNumber'], id);
        return rows.change(scope, id, (fields) => {
          const merged = { ...fields, ...joinAgents(fields, sent) };
          if (sent['phoneNumber'] !== undefined || sent['provider'] !== undefined) requireNumber(merged);
          return merged;
        });
      });
      if (!changed) throw missing();
      for (const listener of changeListeners) listener(id);
      return toNumber(changed);
    },

    async remove(scope: Scope, id: string): Promise<void> {
      await store.alone(scope, async (rows, trx) => {
        if (!(await rows.remove(scope, id))) throw missing();
        await removeTraces(trx, scope, id);
      });
      for (const listener of changeListeners) listener(id);
    },

    /** Called with the id of a record that is new, gone, or whose number has changed. */
    onChange: (listener: (id: string) => void) => void changeListeners.push(listener),
  };
}

/** A number, and the workspace that has it. */
export interface OwnedNumber {
  scope: Scope;
  number: PhoneNumber;
}

function toOwned(row: LooseRecordTable): OwnedNumber {
  return { scope: { workspaceId: row.workspaceId }, number: readPhoneNumber(readFields(row)) };
}

export type PhoneNumbers = ReturnType<typeof createPhoneNumbers>;

function toNumber(row: LooseRecordTable): AssistantPhoneNumber {
  const fields = readFields(row);
  return { ...fields, phoneNumber: String(fields['phoneNumber'] ?? '') };
}

function refuseTaken(rows: readonly LooseRecordTable[], phoneNumber: unknown, id?: string): void {
  if (!phoneNumber) return;
  const numbers = rows.map(readFields);
  if (!numbers.some((number) => number['phoneNumber'] === phoneNumber && number.id !== id)) return;
  throw refusal('CONFLICT', 'phoneNumber', `${phoneNumber} is in the list already`);
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
  return new AppError('NOT_FOUND', 'Phone number not found.');
}
