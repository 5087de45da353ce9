import { type Kysely, sql } from 'kysely';
import { eventParts, makeWeeks, otherEvents, weeksAround } from './event-tables.ts';

const parts = sql.ref(eventParts);
const indexes = ['key', 'workspace_age', 'node'];

/** Makes an empty copy of `event` that is partitioned by week. */
export async function createEventParts<S>(trx: Kysely<S>): Promise<void> {
  // Left by a move that was under way when a backup was restored.
  await sql`drop table if exists ${parts} cascade`.execute(trx);
  await sql`create table ${parts} (like event including defaults) partition by range (at)`.execute(trx);
  await sql`alter table ${parts} add constraint event_parts_key primary key ("runId", seq, at)`.execute(trx);
  await sql`create index event_parts_workspace_age on ${parts} ("workspaceId", at)`.execute(trx);
  await sql`create index event_parts_node on ${parts} ("workspaceId", "nodeId", "runId") where "nodeId" is not null`.execute(
    trx,
  );
  await sql`create table ${sql.ref(otherEvents)} partition of ${parts} default`.execute(trx);
  await makeWeeks(trx, weeksAround(Date.now()), { parent: eventParts });
}

/** From now on the copy has every event that is written, and none that is deleted. */
export async function mirrorEvents<S>(trx: Kysely<S>): Promise<void> {
  await sql`create or replace function event_mirror_insert() returns trigger language plpgsql as $$ begin
    begin
      insert into ${parts} select * from written on conflict do nothing;
    exception when check_violation then
      -- The table of its week was made while this waited for the table of the others.
      insert into ${parts} select * from written on conflict do nothing;
    end;
    return null;
  end $$`.execute(trx);
  await sql`create or replace function event_mirror_delete() returns trigger language plpgsql as $$ begin
    delete from ${parts} part using deleted
      where part.at = deleted.at and part."runId" = deleted."runId" and part.seq = deleted.seq;
    return null;
  end $$`.execute(trx);
  await sql`create trigger event_mirror_insert after insert on event
    referencing new table as written for each statement execute function event_mirror_insert()`.execute(trx);
  await sql`create trigger event_mirror_delete after delete on event
    referencing old table as deleted for each statement execute function event_mirror_delete()`.execute(trx);
}

/** Puts the copy in the place of `event`, which is deleted: a moment in which nobody else may look at it. */
export async function takePartsAsEvents<S>(trx: Kysely<S>): Promise<void> {
  await sql`lock table event in access exclusive mode`.execute(trx);
  await sql`drop table event`.execute(trx);
  await sql`drop function if exists event_mirror_insert, event_mirror_delete`.execute(trx);
  await sql`alter table ${parts} rename to event`.execute(trx);
  for (const name of indexes)
    await sql`alter index ${sql.ref(`event_parts_${name}`)} rename to ${sql.ref(`event_${name}`)}`.execute(
      trx,
    );
}
