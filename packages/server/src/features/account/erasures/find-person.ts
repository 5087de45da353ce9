import type { ErasureBy } from '@tendril/contract/api/erasures';
import { type Expression, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { contains, digits, digitsOf } from './compare-values.ts';
import { findContacts, findListed } from './find-contacts.ts';

export interface Subject {
  by: ErasureBy;
  value: string;
}

interface Chat {
  flowId: string;
  chatId: string;
}

interface Conversation extends Chat {
  sessionId: string;
  chatType: string;
}

/** The rows from which everything else that is stored of a person is found. */
export interface PersonRecords {
  conversations: Conversation[];
  chats: Chat[];
  runIds: string[];
  leadIds: string[];
  callIds: string[];
  contactIds: string[];
  /** Of the do-not-call list, which keeps them without their notes. */
  listedNumbers: string[];
}

const idsAtOnce = 500;

/** Finds what is stored of a person; reads much, so `db` is one for heavy reads. */
export async function findPerson(db: Database, scope: Scope, subject: Subject): Promise<PersonRecords> {
  const leads = await findLeads(db, scope, subject);
  const named = await findChats(db, scope, subject);
  const asked = [...leads.map(({ flowId, chatId }) => ({ flowId, chatId })), ...named];
  const chats = unique(asked.filter(({ chatId }) => chatId !== ''));
  const conversations = await findConversations(db, scope, subject, chats);
  const all = unique([...chats, ...conversations.filter(({ chatId }) => chatId !== '')]);
  const isOfSession = subject.by === 'sessionId';
  const callIds = await findCalls(db, scope, subject);
  return {
    conversations,
    // What people sent belongs to a chat: of a session it goes with the chats that were in it.
    chats: all,
    runIds: await findRuns(db, scope, isOfSession ? [] : all, isOfSession ? subject.value : undefined),
    leadIds: leads.map(({ id }) => id),
    callIds,
    contactIds: await findContacts(db, scope, subject),
    listedNumbers: await findListed(db, scope, subject, callIds),
  };
}

async function findLeads(db: Database, { workspaceId }: Scope, { by, value }: Subject) {
  const leads = db
    .selectFrom('lead')
    .select(['id', 'flowId', 'chatId'])
    .where('workspaceId', '=', workspaceId);
  if (by === 'sessionId') return [];
  if (by === 'chatId') return leads.where('chatId', '=', value).execute();
  if (by === 'email') return leads.where(sql`lower(email)`, '=', value.toLowerCase()).execute();
  return leads.where(digitsOf('phone'), '=', digits(value)).execute();
}

async function findChats(db: Database, { workspaceId }: Scope, { by, value }: Subject): Promise<Chat[]> {
  if (by !== 'email') return [];
  return db
    .selectFrom('chat_message')
    .select(['flowId', 'chatId'])
    .distinct()
    .where('workspaceId', '=', workspaceId)
    .where('leadEmail', 'is not', null)
    .where(sql`lower(${sql.ref('leadEmail')})`, '=', value.toLowerCase())
    .execute();
}

async function findConversations(
  db: Database,
  { workspaceId }: Scope,
  { by, value }: Subject,
  chats: readonly Chat[],
): Promise<Conversation[]> {
  const all = db
    .selectFrom('conversation')
    .select(['flowId', 'chatId', 'sessionId', 'chatType'])
    .where('workspaceId', '=', workspaceId);
  if (by === 'chatId' || by === 'sessionId') return all.where(by, '=', value).execute();
  const keys = new Set(chats.map(keyOf));
  const found: Conversation[] = [];
  for (const chatIds of inParts(chats.map(({ chatId }) => chatId)))
    found.push(...(await all.where('chatId', 'in', chatIds).execute()));
  return found.filter((one) => keys.has(keyOf(one)));
}

async function findRuns(
  db: Database,
  { workspaceId }: Scope,
  chats: readonly Chat[],
  sessionId: string | undefined,
): Promise<string[]> {
  const all = db.selectFrom('run').select(['id', 'flowId', 'chatId']).where('workspaceId', '=', workspaceId);
  const keys = new Set(chats.map(keyOf));
  const found = sessionId === undefined ? [] : await all.where('sessionId', '=', sessionId).execute();
  for (const chatIds of inParts(chats.map(({ chatId }) => chatId)))
    found.push(...(await all.where('chatId', 'in', chatIds).execute()).filter((run) => keys.has(keyOf(run))));
  const ids = new Set(found.map(({ id }) => id));
  // Flows that a run has called have run with the same words.
  let latest = [...ids];
  while (latest.length > 0) {
    const inner: string[] = [];
    for (const parents of inParts(latest))
      inner.push(...(await all.where('parentId', 'in', parents).execute()).map(({ id }) => id));
    latest = inner.filter((id) => !ids.has(id));
    for (const id of latest) ids.add(id);
  }
  return [...ids];
}

async function findCalls(db: Database, { workspaceId }: Scope, { by, value }: Subject): Promise<string[]> {
  const given = ['variables', 'collectedVariables', 'metadata'] as const;
  const quoted = JSON.stringify(value).toLowerCase();
  const rows = await db
    .selectFrom('call')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where((where) => {
      if (by === 'chatId' || by === 'sessionId') return where('id', '=', value);
      const conditions: Expression<unknown>[] = given.map((column) => contains(db, column, quoted));
      if (by === 'phone')
        for (const number of ['fromNumber', 'toNumber'] as const)
          conditions.push(where(digitsOf(number), '=', digits(value)));
      return where.or(conditions as never[]);
    })
    .execute();
  return rows.map(({ id }) => id);
}

const keyOf = ({ flowId, chatId }: Chat) => `${flowId}/${chatId}`;

function unique(chats: readonly Chat[]): Chat[] {
  return [
    ...new Map(chats.map(({ flowId, chatId }) => [`${flowId}/${chatId}`, { flowId, chatId }])).values(),
  ];
}

function* inParts(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += idsAtOnce) yield ids.slice(start, start + idsAtOnce);
}
