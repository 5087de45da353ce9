import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../schema.ts';
import type { SearchedKind } from './text-match.ts';

const kinds: readonly SearchedKind[] = ['message', 'run', 'chunk', 'call'];
/** Pages of the index that one step may merge. */
const pagesAtOnce = 16;

/** The text of a row, in which lines stand for what is searched one by one. */
const texts: Record<SearchedKind, (id: string) => RawBuilder<{ text: string }>> = {
  message: (id) =>
    sql`select content || char(10) || coalesce("leadEmail", '') as text from chat_message where seq = ${Number(id)}`,
  run: (id) => sql`select question || char(10) || coalesce(answer, '') as text from run where id = ${id}`,
  chunk: (id) => sql`select "pageContent" as text from document_chunk where id = ${id}`,
  // What either side said, and the names of the functions that were called.
  call: (id) => sql`select coalesce((select group_concat(case
      when json_extract(value, '$.role') = 'tool' then '"name":"' || json_extract(value, '$.tool.name') || '"'
      else json_extract(value, '$.content') end, char(10))
    from json_each(call.transcript)), '') as text from call where id = ${id}`,
};

/** The index of texts in SQLite. Texts are of every workspace: what finds them names its own. */
export function textIndexStore(trx: DatabaseTransaction) {
  async function numberOf(kind: SearchedKind, id: string): Promise<number> {
    if (kind === 'message') return Number(id);
    await sql`insert or ignore into search_document (kind, id) values (${kind}, ${id})`.execute(trx);
    const { rows } = await sql<{
      number: number;
    }>`select number from search_document where kind = ${kind} and id = ${id}`.execute(trx);
    return rows[0]?.number ?? 0;
  }

  async function index(kind: SearchedKind, id: string): Promise<void> {
    const name = sql.ref(`${kind}_search`);
    const { rows } = await texts[kind](id).execute(trx);
    const text = rows[0]?.text;
    await trx.deleteFrom('search_pending').where('kind', '=', kind).where('id', '=', id).execute();
    if (text === undefined) return;
    const number = await numberOf(kind, id);
    await sql`delete from ${name} where rowid = ${number}`.execute(trx);
    await sql`insert into ${name} (rowid, text) values (${number}, ${text})`.execute(trx);
  }

  async function merge(kind: SearchedKind): Promise<void> {
    const name = sql.ref(`${kind}_search`);
    await sql`insert into ${name} (${name}, rank) values ('merge', ${sql.lit(pagesAtOnce)})`.execute(trx);
  }

  /** The next messages in their order. */
  async function indexMessages(limit: number): Promise<number> {
    const { rows } = await sql<{ seq: number }>`select seq from chat_message
      where seq > (select "upTo" from search_progress) order by seq limit ${limit}`.execute(trx);
    for (const { seq } of rows) await index('message', String(seq));
    const last = rows.at(-1);
    if (!last) return 0;
    await sql`update search_progress set "upTo" = ${last.seq}`.execute(trx);
    await merge('message');
    return rows.length;
  }

  return {
    /** Indexes some texts that wait; returns how many. */
    async indexSome(limit: number): Promise<number> {
      for (const kind of kinds) {
        const waiting = await trx
          .selectFrom('search_pending')
          .select('id')
          .where('kind', '=', kind)
          // A call may have said as much as many messages.
          .limit(kind === 'call' ? 1 : limit)
          .execute();
        if (waiting.length === 0) continue;
        for (const { id } of waiting) await index(kind, id);
        await merge(kind);
        return waiting.length;
      }
      return indexMessages(limit);
    },
  };
}
