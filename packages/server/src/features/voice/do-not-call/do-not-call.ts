import type { addDoNotCall, DoNotCallEntry, listDoNotCall } from '@tendril/contract/api/do-not-call';
import type { Answer, Body, Query } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { DoNotCallTable } from '../../../platform/db/batch-call-tables.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { doNotCallStore } from './do-not-call.store.ts';
import { readNumberFile } from './read-number-file.ts';

export type DoNotCall = ReturnType<typeof createDoNotCall>;

type Listed = Pick<DoNotCallTable, 'phoneNumber'> & Partial<DoNotCallTable>;
const exportedAtOnce = 2000;
const insertedAtOnce = 5000;

/** The numbers that a workspace never calls, however the call is requested. */
export function createDoNotCall({ db }: Pick<Infrastructure, 'db'>) {
  const store = doNotCallStore(db);
  const row = ({ workspaceId }: Scope, one: Listed): DoNotCallTable => ({
    ...{ workspaceId, reason: 'manual' as const, note: '', callId: null, createdAt: Date.now() },
    ...one,
  });

  return {
    async list(scope: Scope, query: Query<typeof listDoNotCall>): Promise<Answer<typeof listDoNotCall>> {
      const rows = await store.page(scope, { ...query, limit: query.limit + 1 });
      return {
        data: rows.slice(0, query.limit),
        hasMore: rows.length > query.limit,
        total: await store.count(scope),
      };
    },

    /** Throws NOT_FOUND for a call of nobody here. */
    async add(
      scope: Scope,
      { phoneNumber, note, callId }: Body<typeof addDoNotCall>,
    ): Promise<DoNotCallEntry> {
      if (callId !== undefined) await requireCall(db, scope, callId);
      const asked = callId === undefined ? {} : ({ reason: 'requested', callId } as const);
      await store.add([row(scope, { phoneNumber, note: storable(note), ...asked })]);
      return (await store.find(scope, phoneNumber)) ?? row(scope, { phoneNumber, note });
    },

    async remove(scope: Scope, phoneNumbers: readonly string[]): Promise<number> {
      return store.remove(scope, phoneNumbers);
    },

    /** Adds all numbers of a file, or none. */
    async import(scope: Scope, csv: string): Promise<{ added: number; present: number }> {
      const found = await readNumberFile(csv);
      return db.transaction().execute(async (trx) => {
        const list = doNotCallStore(trx);
        const before = await list.count(scope);
        for (let at = 0; at < found.length; at += insertedAtOnce)
          await list.add(
            found.slice(at, at + insertedAtOnce).map((one) => row(scope, { ...one, reason: 'imported' })),
          );
        const added = (await list.count(scope)) - before;
        return { added, present: found.length - added };
      });
    },

    /** The lines of a CSV file, streamed. */
    async *export(scope: Scope): AsyncGenerator<string> {
      const { toCsv } = await import('@tendril/catalogue/text/csv-rows');
      yield toCsv([['phone number', 'reason', 'note', 'call', 'added']]);
      let last: DoNotCallTable | undefined;
      for (;;) {
        const rows = await store.page(scope, {
          limit: exportedAtOnce,
          ...(last && { before: last.createdAt, beforeNumber: last.phoneNumber }),
        });
        if (rows.length === 0) return;
        yield toCsv(
          rows.map(({ phoneNumber, reason, note, callId, createdAt }) => [
            ...[phoneNumber, reason, note, callId ?? '', new Date(createdAt).toISOString()],
          ]),
        );
        last = rows.at(-1);
      }
    },

    among: store.among,

    /** Throws FORBIDDEN for a number of the list. */
    async refuse(scope: Scope, toNumber: string): Promise<void> {
      if (!(await store.find(scope, toNumber))) return;
      const message = 'is on the do-not-call list of this workspace';
      throw new AppError('FORBIDDEN', `toNumber: ${message}`, {
        details: [{ path: 'toNumber', message }],
      });
    },
  };
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

async function requireCall(db: Infrastructure['db'], { workspaceId }: Scope, id: string): Promise<void> {
  const found = await db
    .selectFrom('call')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND', 'Call not found.');
}
