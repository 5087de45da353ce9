import { changeRetention } from '@tendril/contract/api/data-retention';
import type { Answer } from '@tendril/contract/api/endpoint';
import { eraseData, listErasures, previewErasure } from '@tendril/contract/api/erasures';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aged, storedCall, storedEvent, storedMessage, storedRun } from '../testing/aged-rows.ts';
import { databases } from '../testing/databases.ts';
import { makeFlow, talkingFlow } from '../testing/flow-fixtures.ts';
import { makeKey } from '../testing/other-workspace.ts';
import { storedBatch, storedContact, storedNotCalled } from '../testing/stored-batches.ts';
import { createTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

describe.each(databases)('erasing one person on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let flowId: string;

  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    flowId = await makeFlow(user, await talkingFlow(user));
    await furnish();
  });
  afterEach(() => app.close());

  const post = (endpoint: typeof previewErasure | typeof eraseData, payload: object) =>
    user.inject({ method: 'POST', url: endpoint.path, payload });
  const receipts = async () =>
    (await user.inject({ url: listErasures.path })).json<Answer<typeof listErasures>>();

  async function erase(payload: object) {
    const asked = await post(eraseData, payload);
    expect(asked.statusCode).toBe(202);
    const { id } = asked.json<Answer<typeof eraseData>>();
    const find = async () => (await receipts()).find((one) => one.id === id);
    await expect.poll(async () => (await find())?.state, { timeout: 20_000 }).toBe('done');
    await expect
      .poll(async () => (await entries()).some(({ target }) => target === id), { timeout: 20_000 })
      .toBe(true);
    return (await find())!;
  }

  const entries = () =>
    app.infrastructure.db
      .selectFrom('audit_entry')
      .select(['target', 'actor', 'detail'])
      .where('action', '=', 'person-erased')
      .execute();

  async function furnish(): Promise<void> {
    const { db } = app.infrastructure;
    const scope = { workspaceId: user.caller.workspaceId };
    const inner = { ...storedRun(scope, flowId, 'inner', aged(3)), parentId: 'ada' };
    const runs = [
      storedRun(scope, flowId, 'ada', aged(3)),
      inner,
      storedRun(scope, flowId, 'waits', aged(2), 'waiting'),
      storedRun(scope, flowId, 'bob', aged(3)),
    ];
    runs[2]!.chatId = 'chat-ada';
    await db.insertInto('run').values(runs).execute();
    await db
      .insertInto('chat_message')
      .values(runs.filter(({ id }) => id !== 'inner').map((run) => storedMessage(run)))
      .execute();
    await db
      .insertInto('event')
      .values(runs.map((run) => storedEvent(run, 1)))
      .execute();
    const lead = { ...scope, flowId, name: 'x', createdAt: 1 };
    await db
      .insertInto('lead')
      .values([
        { ...lead, id: 'l1', chatId: 'chat-ada', email: 'Ada@Example.com', phone: '+49 (30) 123-456' },
        { ...lead, id: 'l2', chatId: 'chat-bob', email: 'bob@example.com', phone: null },
      ])
      .execute();
    const file = { ...scope, ownerKind: 'chat', sha256: 'a'.repeat(64), size: 1, mediaType: 'text/plain' };
    await db
      .insertInto('file')
      .values({ ...file, id: 'f1', ownerId: `${flowId}/chat-ada`, name: 'cv.txt', createdAt: 1 })
      .execute();
    await db
      .insertInto('call')
      .values([
        storedCall(scope, 'c1', aged(3), { fromNumber: '+4930123456' }),
        storedCall(scope, 'c2', aged(2), { fromNumber: '+4930999999' }),
        storedCall(scope, 'c3', aged(1), { variables: '{"mail":"ada@example.com"}' }),
      ])
      .execute();
    await db
      .insertInto('feedback')
      .values({
        ...{ id: 'fb', ...scope, flowId, chatId: 'chat-ada', messageId: 'm-ada' },
        ...{ rating: 'THUMBS_UP', content: 'from Ada', createdAt: 1 },
      })
      .execute();
  }

  const ids = async (table: 'run' | 'chat_message' | 'call' | 'lead') =>
    (await app.infrastructure.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

  it('known by email takes what was left under it everywhere, what waits too, and nothing of others', async () => {
    const subject = { by: 'email', value: 'ada@example.com' };
    const preview = (await post(previewErasure, subject)).json<Answer<typeof previewErasure>>();
    expect(preview).toEqual({
      isHeld: false,
      counts: {
        ...{ messages: 2, feedback: 1, runs: 3, events: 3, starts: 0, files: 1, passages: 0 },
        ...{ leads: 1, calls: 1, recordings: 0, contacts: 0, notes: 0 },
      },
    });
    const receipt = await erase(subject);
    // That the waiting run was stopped is an event, too.
    expect(receipt.counts).toEqual({ ...preview.counts, events: 4 });
    expect(await ids('run')).toEqual(['bob']);
    expect(await ids('chat_message')).toEqual(['m-bob']);
    expect(await ids('lead')).toEqual(['l2']);
    expect(await ids('call')).toEqual(['c1', 'c2']);
    const { db } = app.infrastructure;
    expect(await db.selectFrom('file').select('id').where('ownerKind', '=', 'chat').execute()).toEqual([]);
    expect(await db.selectFrom('feedback').select('id').execute()).toEqual([]);
    const events = await db.selectFrom('event').select('runId').execute();
    expect(events).toEqual([{ runId: 'bob' }]);
  });

  it('leaves a receipt with what, how many, when and by whom, in the audit log too, and no name', async () => {
    const receipt = await erase({ by: 'email', value: 'ADA@example.com' });
    const [entry] = await entries();
    expect(entry).toMatchObject({ target: receipt.id, actor: `user:${user.caller.userId}` });
    const detail = JSON.parse(entry!.detail!) as object;
    expect(detail).toMatchObject({ hash: receipt.hash, subjectHash: receipt.subjectHash, by: 'email' });
    expect(receipt.hash).toMatch(/^[0-9a-f]{64}$/);
    const { db } = app.infrastructure;
    const everything = JSON.stringify([
      await db.selectFrom('erasure').selectAll().execute(),
      await db.selectFrom('job').selectAll().execute(),
      await db.selectFrom('audit_entry').selectAll().execute(),
    ]);
    expect(everything.toLowerCase()).not.toContain('ada@example.com');
    const again = await erase({ by: 'email', value: 'ada@example.com' });
    expect(again.subjectHash).toBe(receipt.subjectHash);
    expect(Object.values(again.counts).every((count) => count === 0)).toBe(true);
  });

  it('still shows receipts of versions that counted fewer kinds', async () => {
    const { workspaceId } = user.caller;
    const earlier = {
      ...{ id: 'earlier', workspaceId, by: 'email' as const, subjectHash: 'x', requestedBy: 'user:1' },
      ...{ createdAt: 1, endedAt: 2, counts: '{"messages":3}', hash: 'y', sealedSubject: null },
    };
    await app.infrastructure.db.insertInto('erasure').values(earlier).execute();
    expect(await receipts()).toMatchObject([
      { id: 'earlier', counts: { messages: 3, contacts: 0, notes: 0 } },
    ]);
  });

  it('known by a phone number takes calls and contact details, however the number is written', async () => {
    const receipt = await erase({ by: 'phone', value: '0049 30 123456' });
    expect(receipt.counts).toMatchObject({ calls: 1, leads: 1, runs: 3 });
    expect(await ids('call')).toEqual(['c2', 'c3']);
    expect((await post(previewErasure, { by: 'phone', value: '+1' })).statusCode).toBe(400);
  });

  it('takes the contacts of batch calls, and of the do-not-call list everything but the number', async () => {
    const { db } = app.infrastructure;
    const scope = { workspaceId: user.caller.workspaceId };
    const elsewhere = await makeKey(app);
    await db
      .insertInto('batch_call')
      .values([storedBatch(scope, 'spring'), storedBatch(elsewhere, 'theirs')])
      .execute();
    const mailed = JSON.stringify({ variables: { mail: 'Ada@Example.com' }, metadata: {} });
    await db
      .insertInto('batch_contact')
      .values([
        storedContact(scope, 'spring', 0, { phoneNumber: '+4930123456', state: 'pending' }),
        storedContact(scope, 'spring', 1, { given: mailed }),
        storedContact(scope, 'spring', 2, { tries: '["call-of-hers"]' }),
        storedContact(scope, 'spring', 3),
        storedContact(elsewhere, 'theirs', 0, { phoneNumber: '+4930123456' }),
      ])
      .execute();
    await db
      .insertInto('do_not_call')
      .values([
        storedNotCalled(scope, '+4930123456', { note: 'Ada was cross', callId: 'c1', reason: 'requested' }),
        storedNotCalled(scope, '+4930777777', { note: 'Bob' }),
        storedNotCalled(elsewhere, '+4930123456', { note: 'Ada, too' }),
      ])
      .execute();
    const contacts = async () =>
      (await db.selectFrom('batch_contact').select('id').orderBy('id').execute()).map(({ id }) => id);

    const { counts } = await erase({ by: 'phone', value: '0049 30 123456' });
    expect(counts).toMatchObject({ contacts: 1, notes: 1, calls: 1 });
    expect(await contacts()).toEqual(['spring-1', 'spring-2', 'spring-3', 'theirs-0']);
    const listed = await db.selectFrom('do_not_call').selectAll().orderBy('note').execute();
    expect(
      listed.map(({ phoneNumber, note, callId, reason }) => [phoneNumber, note, callId, reason]),
    ).toEqual([
      ['+4930123456', '', null, 'requested'],
      ['+4930123456', 'Ada, too', null, 'manual'],
      ['+4930777777', 'Bob', null, 'manual'],
    ]);

    expect((await erase({ by: 'email', value: 'ada@example.com' })).counts).toMatchObject({
      contacts: 1,
      notes: 0,
    });
    expect((await erase({ by: 'sessionId', value: 'call-of-hers' })).counts).toMatchObject({ contacts: 1 });
    expect(await contacts()).toEqual(['spring-3', 'theirs-0']);
  });

  it('known by a chat or a session takes that', async () => {
    await erase({ by: 'chatId', value: 'chat-bob' });
    expect(await ids('run')).toEqual(['ada', 'inner', 'waits']);
    await erase({ by: 'sessionId', value: 'chat-waits' });
    expect(await ids('run')).toEqual(['ada', 'inner']);
    expect(await ids('chat_message')).toEqual(['m-ada']);
  });

  it('is refused under a legal hold, and never reaches another workspace', async () => {
    const { db } = app.infrastructure;
    const { workspaceId } = await makeKey(app);
    await db
      .insertInto('call')
      .values(storedCall({ workspaceId }, 'elsewhere', 5, { fromNumber: '+4930123456' }))
      .execute();
    await erase({ by: 'phone', value: '+49 30 123456' });
    expect(await ids('call')).toContain('elsewhere');
    await user.inject({ method: 'PUT', url: changeRetention.path, payload: { isHeld: true } });
    const refused = await post(eraseData, { by: 'chatId', value: 'chat-bob' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('legal hold'),
    ]);
    expect(await ids('run')).toContain('bob');
  });
});
