import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { RetellPageQuery } from '@tendril/contract/api/retell-pages';
import {
  createRetellPhoneNumber,
  importRetellPhoneNumber,
  type listRetellPhoneNumbers,
  type RetellNumberBody,
  type RetellPhoneNumber,
  retellNumberBody,
} from '@tendril/contract/api/retell-phone-numbers';
import { AppError } from '@tendril/contract/app-error';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { NumberImports, PhoneNumbers } from '../../voice/phone-numbers/public.ts';
import { pageOf } from './page-of.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import { retellNumberReader } from './retell-number-reader.ts';
import { type RetellVersionParts, retellVersions } from './retell-versions.ts';
import { toRetellNumber } from './to-retell-number.ts';

export interface RetellNumberParts extends RetellVersionParts {
  numbers: PhoneNumbers;
  imports: Pick<NumberImports, 'findHeld'>;
}

/** Phone numbers in Retell's API, identified by the number itself. */
export function createRetellPhoneNumbers(parts: RetellNumberParts) {
  const { db, numbers, imports } = parts;
  const versions = retellVersions(parts);
  const fieldsFrom = retellNumberReader(versions);

  async function find(scope: Scope, phoneNumber: string) {
    const found = (await numbers.list(scope)).find((number) => number.phoneNumber === phoneNumber);
    if (!found) throw new AppError('NOT_FOUND', 'Phone number not found.');
    return found;
  }

  async function answer(scope: Scope, record: { id: string }): Promise<RetellPhoneNumber> {
    const number = readPhoneNumber(record);
    const versionNumbers = new Map<string, number>();
    for (const { agentId, versionId } of [...number.inboundAgents, ...number.outboundAgents])
      if (versionId !== null)
        for (const { id, version } of await versions.listOrNone(scope, agentId))
          if (id !== null) versionNumbers.set(id, version);
    const [pretty, modifiedAt] = await Promise.all([
      prettyNumber(number.phoneNumber),
      updatedAt(db, scope, record.id),
    ]);
    return toRetellNumber(number, { pretty, modifiedAt, versionNumbers });
  }

  return {
    read: async (scope: Scope, phoneNumber: string) => answer(scope, await find(scope, phoneNumber)),

    async list(scope: Scope, query: RetellPageQuery): Promise<Answer<typeof listRetellPhoneNumbers>> {
      const all = (await numbers.list(scope)).filter(({ phoneNumber }) => phoneNumber !== '').toReversed();
      const { items, ...rest } = pageOf(all, query, ({ id }) => id);
      return { items: await Promise.all(items.map((number) => answer(scope, number))), ...rest };
    },

    /** Throws INVALID_INPUT without a number, or for one that the account does not have: numbers are not sold here. */
    async create(scope: Scope, body: Body<typeof createRetellPhoneNumber>): Promise<RetellPhoneNumber> {
      refuseUnserved(createRetellPhoneNumber.body, body);
      const { phone_number: phoneNumber, number_provider: provider } = body;
      if (phoneNumber === undefined) {
        const [path, message] = ['phone_number', 'is needed: name a number of your own carrier account'];
        throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
      }
      const fields = await fieldsFrom(scope, body);
      const held = await imports.findHeld(scope, provider, phoneNumber, 'phone_number');
      const connection = { ...(fields['connection'] as object | undefined), ...held };
      return answer(scope, await numbers.create(scope, { ...fields, phoneNumber, provider, connection }));
    },

    async import(scope: Scope, body: Body<typeof importRetellPhoneNumber>): Promise<RetellPhoneNumber> {
      refuseUnserved(importRetellPhoneNumber.body, body);
      const fields = await fieldsFrom(scope, body);
      const record = { ...fields, phoneNumber: body.phone_number, provider: 'sip' };
      return answer(scope, await numbers.create(scope, record));
    },

    async update(scope: Scope, phoneNumber: string, body: RetellNumberBody): Promise<RetellPhoneNumber> {
      refuseUnserved(retellNumberBody, body);
      const found = await find(scope, phoneNumber);
      const { connection, ...fields } = await fieldsFrom(scope, body);
      const link = connection
        ? { connection: { ...(found['connection'] as object), ...(connection as object) } }
        : {};
      return answer(scope, await numbers.update(scope, found.id, { ...fields, ...link }));
    },

    async remove(scope: Scope, phoneNumber: string): Promise<void> {
      await numbers.remove(scope, (await find(scope, phoneNumber)).id);
    },
  };
}

export type RetellPhoneNumbers = ReturnType<typeof createRetellPhoneNumbers>;

async function prettyNumber(phoneNumber: string): Promise<string> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  return parsePhoneNumberFromString(phoneNumber)?.formatInternational() ?? phoneNumber;
}

async function updatedAt(db: Database, { workspaceId }: Scope, id: string): Promise<number> {
  const row = await db
    .selectFrom('assistant_phone_number')
    .select('updatedAt')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.updatedAt ?? 0;
}
