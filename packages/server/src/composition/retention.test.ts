import { deleteCall } from '@tendril/contract/api/calls';
import { changeRetention, keepRecord, readRetention } from '@tendril/contract/api/data-retention';
import type { Answer } from '@tendril/contract/api/endpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeByAge } from '../features/account/retention/public.ts';
import { createEventLog } from '../platform/events/events.ts';
import { aged, storedCall, storedEvent, storedMessage, storedRun } from '../testing/aged-rows.ts';
import { databases } from '../testing/databases.ts';
import { makeFlow, talkingFlow } from '../testing/flow-fixtures.ts';
import { storedBatch, storedContact, storedNotCalled } from '../testing/stored-batches.ts';
import { createTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { removalOfChats } from './removal-of-chats.ts';

describe.each(databases)('data past its retention on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let flowId: string;

  beforeEach(async () => {
    app = await createTestApp({ database, config: { eventRetentionDays: 90 } });
    user = await app.signIn();
    flowId = await makeFlow(user, await talkingFlow(user));
  });
  afterEach(() => app.close());

  const read = async () =>
    (await user.inject({ url: readRetention.path })).json<Answer<typeof readRetention>>();
  const change = (payload: object) => user.inject({ method: 'PUT', url: changeRetention.path, payload });

  /** Purges as if an hour had passed. */
  async function purge(): Promise<void> {
    const { db, log, config, files } = app.infrastructure;
    const purgeDue = purgeByAge({
      ...{ db, log, config, ...removalOfChats(files) },
      removeEvents: createEventLog(db, files).removeOlder,
      removeCall: async (_scope, id) => {
        await user.inject({ method: 'DELETE', url: deleteCall.path.replace(':id', id) });
      },
    });
    const { signal } = new AbortController();
    await purgeDue(signal);
    await db.updateTable('data_retention').set({ nextPurgeAt: 0 }).execute();
    await purgeDue(signal);
  }

  const ids = async (table: 'run' | 'chat_message' | 'call') =>
    (await app.infrastructure.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

  async function furnish(): Promise<void> {
    const { db } = app.infrastructure;
    const scope = { workspaceId: user.caller.workspaceId };
    const runs = [
      storedRun(scope, flowId, 'old', aged(40)),
      storedRun(scope, flowId, 'kept', aged(40)),
      storedRun(scope, flowId, 'waits', aged(40), 'waiting'),
      storedRun(scope, flowId, 'young', aged(2)),
    ];
    await db.insertInto('run').values(runs).execute();
    await db
      .insertInto('chat_message')
      .values(runs.map((run) => storedMessage(run)))
      .execute();
    await db
      .insertInto('event')
      .values(runs.flatMap((run) => [storedEvent(run, 1), storedEvent(run, 2)]))
      .execute();
    await db
      .insertInto('call')
      .values([storedCall(scope, 'call-old', aged(40)), storedCall(scope, 'call-young', aged(2))])
      .execute();
    const keep = { kind: 'run', id: 'kept', name: 'The one in court' };
    expect((await user.inject({ method: 'PUT', url: keepRecord.path, payload: keep })).statusCode).toBe(200);
  }

  it('stays as it was until somebody sets a retention; only events have one by the server', async () => {
    await furnish();
    await app.infrastructure.db
      .insertInto('event')
      .values(storedEvent(storedRun({ workspaceId: user.caller.workspaceId }, flowId, 'gone', aged(100)), 1))
      .execute();
    await purge();
    expect(await ids('run')).toEqual(['kept', 'old', 'waits', 'young']);
    expect(await ids('chat_message')).toHaveLength(4);
    expect(await ids('call')).toHaveLength(2);
    const { data, purgedAt, nextPurgeAt } = await read();
    expect(data.map(({ kind, days, removed }) => [kind, days, removed])).toEqual([
      ['events', 90, 1],
      ['runs', 0, 0],
      ['messages', 0, 0],
      ['calls', 0, 0],
      ['batches', 0, 0],
      ['starts', 30, 0],
      ['deliveries', 30, 0],
    ]);
    expect(purgedAt).toBeGreaterThan(0);
    expect(nextPurgeAt).toBeGreaterThan(Date.now());
  });

  it('goes kind by kind; never what waits, is young or is kept', async () => {
    await furnish();
    expect((await change({ days: { messages: 30, calls: 30 } })).statusCode).toBe(200);
    await purge();
    expect(await ids('run')).toEqual(['kept', 'old', 'waits', 'young']);
    expect(await ids('chat_message')).toEqual(['m-kept', 'm-waits', 'm-young']);
    expect(await ids('call')).toEqual(['call-young']);
    await change({ days: { events: 30, runs: 30 } });
    await purge();
    expect(await ids('run')).toEqual(['kept', 'waits', 'young']);
    const events = await app.infrastructure.db
      .selectFrom('event')
      .select('runId')
      .distinct()
      .orderBy('runId')
      .execute();
    expect(events.map(({ runId }) => runId)).toEqual(['kept', 'waits', 'young']);
    expect((await read()).data.map(({ removed }) => removed)).toEqual([2, 1, 0, 0, 0, 0, 0]);
  });

  it('goes with batch calls that are over: contacts with numbers and variables, but never the do-not-call list', async () => {
    const { db } = app.infrastructure;
    const scope = { workspaceId: user.caller.workspaceId };
    const batches = [
      storedBatch(scope, 'old', { endedAt: aged(40) }),
      storedBatch(scope, 'young', { endedAt: aged(2) }),
      storedBatch(scope, 'open', { state: 'paused', endedAt: null }),
      storedBatch(scope, 'talks', { state: 'stopped', endedAt: aged(40) }),
    ];
    await db.insertInto('batch_call').values(batches).execute();
    const contacts = batches.flatMap(({ id }) =>
      Array.from({ length: id === 'old' ? 600 : 2 }, (_, at) => storedContact(scope, id, at)),
    );
    contacts.at(-1)!.state = 'calling';
    for (let at = 0; at < contacts.length; at += 100)
      await db
        .insertInto('batch_contact')
        .values(contacts.slice(at, at + 100))
        .execute();
    await db.insertInto('do_not_call').values(storedNotCalled(scope, '+12025550100')).execute();
    const left = async () => {
      const rows = await db.selectFrom('batch_contact').select('batchId').distinct().execute();
      const open = await db.selectFrom('batch_call').select('id').orderBy('id').execute();
      return [rows.map(({ batchId }) => batchId).sort(), open.map(({ id }) => id)];
    };
    const all = ['old', 'open', 'talks', 'young'];
    await purge();
    expect(await left()).toEqual([all, all]);
    expect((await change({ days: { batches: 30 } })).statusCode).toBe(200);
    await purge();
    expect(await left()).toEqual([all.slice(1), all.slice(1)]);
    const counted = (await read()).data.find(({ kind }) => kind === 'batches');
    expect(counted?.removed).toBe(601);
    expect(await db.selectFrom('do_not_call').select('phoneNumber').execute()).toHaveLength(1);
  });

  it('stays, all of it, under a legal hold, which the audit log names', async () => {
    await furnish();
    await change({ days: { runs: 1, messages: 1, calls: 1, events: 1 }, isHeld: true });
    await purge();
    expect(await ids('run')).toHaveLength(4);
    expect(await ids('chat_message')).toHaveLength(4);
    expect(await ids('call')).toHaveLength(2);
    expect(await read()).toMatchObject({ isHeld: true, kept: [{ id: 'kept', name: 'The one in court' }] });
    const entry = await app.infrastructure.db
      .selectFrom('audit_entry')
      .select('detail')
      .where('action', '=', 'retention-changed')
      .executeTakeFirstOrThrow();
    expect(entry.detail).toContain('legal hold: on');
  });

  it('is refused a retention above the server’s, and a name for what is not there', async () => {
    const refused = await change({ days: { events: 91 } });
    expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, 'days.events']);
    const payload = { kind: 'call', id: 'none', name: 'x' };
    expect((await user.inject({ method: 'PUT', url: keepRecord.path, payload })).statusCode).toBe(404);
  });

  it('is purged by one process only, however many look', async () => {
    await purge();
    const { db } = app.infrastructure;
    await db.updateTable('data_retention').set({ nextPurgeAt: 5, purgedAt: null }).execute();
    const { log, config, files } = app.infrastructure;
    let asked = 0;
    const make = () =>
      purgeByAge({
        ...{ db, log, config, ...removalOfChats(files) },
        removeCall: async () => {},
        removeEvents: async () => {
          asked += 1;
          return 0;
        },
      });
    const both = [make(), make()];
    await Promise.all(both.map((purgeDue) => purgeDue(new AbortController().signal)));
    expect(asked).toBe(1);
  });
});
