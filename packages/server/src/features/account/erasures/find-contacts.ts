import type { Expression } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { contains, digits, digitsOf } from './compare-values.ts';
import type { Subject } from './find-person.ts';

/** Contacts of batch calls that are a person, or were given something of theirs. */
export async function findContacts(
  db: Database,
  { workspaceId }: Scope,
  { by, value }: Subject,
): Promise<string[]> {
  const quoted = JSON.stringify(value).toLowerCase();
  const rows = await db
    .selectFrom('batch_contact')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where((where) => {
      if (by === 'chatId' || by === 'sessionId') return contains(db, 'tries', quoted);
      const conditions: Expression<unknown>[] = [contains(db, 'given', quoted)];
      if (by === 'phone') conditions.push(where(digitsOf('phoneNumber'), '=', digits(value)));
      return where.or(conditions as never[]);
    })
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Numbers of the do-not-call list with which more is stored than the list needs: a note, or the call in which it was
 * asked. The number itself stays, because without it the person would be called again.
 */
export async function findListed(
  db: Database,
  { workspaceId }: Scope,
  { by, value }: Subject,
  callIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('do_not_call')
    .select(['phoneNumber', 'callId', 'note'])
    .where('workspaceId', '=', workspaceId)
    .where((where) => where.or([where('note', '<>', ''), where('callId', 'is not', null)]))
    .where((where) => {
      const conditions: Expression<unknown>[] = [contains(db, 'note', value.toLowerCase())];
      if (by === 'phone') conditions.push(where(digitsOf('phoneNumber'), '=', digits(value)));
      if (by !== 'email') conditions.push(where('callId', '=', value));
      if (callIds.length > 0) conditions.push(sql<boolean>`${sql.ref('callId')} in (${sql.join(callIds)})`);
      return where.or(conditions as never[]);
    })
    .execute();
  return rows.map(({ phoneNumber }) => phoneNumber);
}
