import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { SoughtText } from '../../../platform/db/search/calls-that-may-hold.ts';
import { containsText } from '../../../platform/db/search/text-match.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';

/** Words as transcripts have them. */
export function soughtWords(said: string): SoughtText {
  return { indexed: said, stored: inJson(said) };
}

/** The name of a called function as transcripts have it. */
export function soughtTool(name: string): SoughtText {
  return { indexed: `"name":"${name}"`, stored: `"name":"${inJson(name)}"` };
}

/** Whether one of both sides has said something. */
export function saidIn(db: Database, said: string): RawBuilder<SqlBool> {
  const line = isPostgres(db)
    ? sql<SqlBool>`line ->> 'role' <> 'tool' and ${containsText(sql`line ->> 'content'`, said)}`
    : sql<SqlBool>`json_extract(line.value, '$.role') <> 'tool'
        and ${containsText(sql`json_extract(line.value, '$.content')`, said)}`;
  return holdsLine(db, soughtWords(said), line);
}

/** Whether a function of this name was called. */
export function toolIn(db: Database, name: string): RawBuilder<SqlBool> {
  const line = isPostgres(db)
    ? sql<SqlBool>`line -> 'tool' ->> 'name' = ${name}`
    : sql<SqlBool>`json_extract(line.value, '$.tool.name') = ${name}`;
  return holdsLine(db, soughtTool(name), line);
}

/** The whole text first: it is cheaper to look at than its lines, and few others hold it. */
function holdsLine(db: Database, { stored }: SoughtText, line: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  // Of calls that were found otherwise: PostgreSQL must not ask its index, which takes long for a common text.
  const text = containsText(sql`(call.transcript || '')`, stored);
  if (!isPostgres(db))
    return sql<SqlBool>`${text} and exists (select 1 from json_each(call.transcript) as line where ${line})`;
  return sql<SqlBool>`${text} and exists (select 1 from jsonb_array_elements(${wholeJson}) as line where ${line})`;
}

/** PostgreSQL has no zero byte and no half of a pair in its texts: a transcript that has one is read without. */
const wholeJson = sql`(case when call.transcript ~* '\\\\u(0000|d[89a-f])'
  then regexp_replace(call.transcript, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\1?', 'gi')
  else call.transcript end)::jsonb`;

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
