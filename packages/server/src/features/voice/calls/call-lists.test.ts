import { type Call, createCall, listCalls, type TranscriptLine } from '@tendril/contract/api/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { endedCallRow } from '../../../testing/stored-calls.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('the list of calls on %s', (database) => {
  let test: TestApp;
  let user: TestUser;
  let base: string;
  let agentId: string;

  beforeAll(async () => {
    test = await createTestApp({ database });
    user = await test.signIn();
    base = await test.listen();
    agentId = await makeAgent(user, { agent: { agentName: '100 % Bakery' } });
  });
  afterAll(() => test.close());

  const list = async (query: Record<string, string>) => {
    const url = `${listCalls.path}?${new URLSearchParams(query)}`;
    return (await user.inject({ method: 'GET', url })).json<{ data: Call[]; hasMore: boolean }>();
  };
  const open = async (version: 'draft' | 'live') => {
    const { data, socketPath, token } = await registerCall(user, agentId, { version });
    const page = new CallClient(base, socketPath, token);
    await page.event('call-start');
    return { id: data.id, page };
  };

  it('is narrowed to kind, status and words, and leaves transcripts out where asked', async () => {
    const served = await open('live');
    const tried = await open('draft');
    await served.page.say('Hello');
    served.page.send({ type: 'hang-up' });
    await served.page.closed;
    const ids = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([tried.id, served.id]);
    expect(await ids({ isServed: 'true' })).toEqual([served.id]);
    expect(await ids({ kind: 'test' })).toEqual([tried.id]);
    expect(await ids({ status: 'ongoing' })).toEqual([tried.id]);
    expect(await ids({ search: '100 % b' })).toHaveLength(2);
    expect(await ids({ search: '100 _ b' })).toEqual([]);
    expect(await ids({ search: served.id })).toEqual([served.id]);
    expect(await ids({ from: String(Date.now() + 1000) })).toEqual([]);
    expect(await list({ limit: '1' })).toMatchObject({ hasMore: true, data: [{ id: tried.id }] });
    const [brief] = (await list({ isServed: 'true', isBrief: 'true' })).data;
    const [whole] = (await list({ isServed: 'true' })).data;
    expect([brief?.transcript.length, whole?.transcript.length]).toEqual([0, 2]);

    const stop = () => user.inject({ method: 'POST', url: `${createCall.path}/${tried.id}/stop` });
    expect((await stop()).json()).toMatchObject({
      data: { status: 'ended', disconnectionReason: 'manual_stopped' },
    });
    await tried.page.closed;
    expect((await stop()).statusCode).toBe(409);
  });

  it('is narrowed to direction, number, duration and mood', async () => {
    const { db } = test.infrastructure;
    const { workspaceId } = user.caller;
    const rows = [
      { id: 'loud', mood: 'Negative', durationMs: 90_000, fromNumber: '+15125550186', direction: 'inbound' },
      { id: 'calm', mood: 'Positive', durationMs: 20_000, fromNumber: '+4930123456', direction: 'outbound' },
    ] as const;
    for (const { mood, ...row } of rows)
      await db
        .insertInto('call')
        .values({
          ...endedCallRow({ workspaceId }, []),
          ...row,
          ...{ kind: 'phone', agentId: 'phoned', toNumber: '+18005550100' },
          // What an analysis extracts may be called the same.
          analysis: JSON.stringify({
            ...{
              callSummary: '',
              callSuccessful: true,
              userSentiment: mood,
              inVoicemail: false,
              by: 'rules',
            },
            customAnalysisData: { userSentiment: 'Neutral' },
          }),
        })
        .execute();
    const ids = async (query: Record<string, string>) =>
      (await list({ agentId: 'phoned', ...query })).data.map(({ id }) => id).sort();
    expect(await ids({})).toEqual(['calm', 'loud']);
    expect(await ids({ direction: 'outbound' })).toEqual(['calm']);
    expect(await ids({ numberPart: '(512) 555' })).toEqual(['loud']);
    expect(await ids({ numberPart: '+1 800' })).toEqual(['calm', 'loud']);
    expect(await ids({ minDurationMs: '60000' })).toEqual(['loud']);
    expect(await ids({ maxDurationMs: '60000' })).toEqual(['calm']);
    expect(await ids({ sentiment: 'Negative' })).toEqual(['loud']);
    expect(await ids({ sentiment: 'Neutral' })).toEqual([]);
    const wrong = await user.inject({ url: `${listCalls.path}?sentiment=Angry` });
    expect([wrong.statusCode, wrong.body]).toEqual([400, expect.stringContaining('sentiment')]);
  });

  describe('narrowed to what happened in a call', () => {
    const line = (role: 'agent' | 'user', content: string) => ({ role, content, offsetMs: 0 });
    const called = (name: string, result: string): TranscriptLine => ({
      ...{ role: 'tool', content: result, offsetMs: 0 },
      tool: { id: 't', name, arguments: '{"note":"Zahnarzt"}', result, isOk: true },
    });
    const said: Record<string, { lines: TranscriptLine[]; row: Partial<CallTable> }> = {
      booked: {
        lines: [line('user', 'I said "Thursday", or 100%_sure Friday'), called('book_slot', 'done')],
        row: { disconnectionReason: 'user_hangup', e2eP50Ms: 700, costUsd: 0.02 },
      },
      tracked: {
        lines: [line('agent', 'Ihr Päckchen ist unterwegs.\nTschüss'), called('track_order', 'Thursday')],
        row: { disconnectionReason: 'inactivity', e2eP50Ms: 1500, costUsd: 0.3 },
      },
      // Texts that PostgreSQL cannot hold.
      odd: {
        lines: [line('user', 'odd words, zero \u0000\u0000 bytes, half \ud800 pair, \\u0000')],
        row: {},
      },
    };

    beforeAll(async () => {
      const { workspaceId } = user.caller;
      for (const [id, { lines, row }] of Object.entries(said))
        await test.infrastructure.db
          .insertInto('call')
          .values({ ...endedCallRow({ workspaceId }, lines), id, agentId: 'talked', ...row })
          .execute();
    });

    const ids = async (query: Record<string, string>) =>
      (await list({ agentId: 'talked', ...query })).data.map(({ id }) => id).sort();
    const finds = async () => {
      expect(await ids({ said: 'thursday' })).toEqual(['booked']);
      expect(await ids({ said: 'said "Thursday", or 100%_s' })).toEqual(['booked']);
      expect(await ids({ said: '100_' })).toEqual([]);
      expect(await ids({ said: 'päckchen ist' })).toEqual(['tracked']);
      expect(await ids({ said: 'unterwegs.\nTsch' })).toEqual(['tracked']);
      expect(await ids({ said: 'ur' })).toEqual(['booked']);
      expect(await ids({ said: 'odd words' })).toEqual(['odd']);
      // Neither the form of what is stored nor what functions were given.
      expect(await ids({ said: 'content' })).toEqual([]);
      expect(await ids({ said: 'Zahnarzt' })).toEqual([]);
      expect(await ids({ tool: 'book_slot' })).toEqual(['booked']);
      expect(await ids({ tool: 'book_slo' })).toEqual([]);
      expect(await ids({ tool: 'track_order', said: 'Thursday' })).toEqual([]);
    };

    it('finds words and functions as soon as the call is over', finds);

    it('finds the same once it is indexed, and nothing of a call that is deleted', async () => {
      const { db, texts } = test.infrastructure;
      await texts.catchUp();
      await finds();
      await db.deleteFrom('call').where('id', '=', 'booked').execute();
      expect(await ids({ said: 'thursday' })).toEqual([]);
    });

    it('finds by the reason of the end, the time to answer and the cost', async () => {
      expect(await ids({ reason: 'inactivity' })).toEqual(['tracked']);
      expect(await ids({ minLatencyMs: '800' })).toEqual(['tracked']);
      expect(await ids({ minCostUsd: '0.25' })).toEqual(['tracked']);
      const cases = {
        reason: 'bored',
        minLatencyMs: '1.5',
        minCostUsd: '-1',
        tool: '',
        said: 'x'.repeat(201),
      };
      for (const [name, value] of Object.entries(cases)) {
        const answer = await user.inject({ url: `${listCalls.path}?${name}=${value}` });
        expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(name)]);
      }
    });

    it('looks through the next calls for a text that many hold, and says where it has looked no further', async () => {
      const { workspaceId } = user.caller;
      const rows = Array.from({ length: 3000 }, (_, at) => ({
        ...endedCallRow({ workspaceId }, [line('agent', `Good day ${at}${at < 1045 ? ', odd one' : ''}`)]),
        ...{ id: `many-${at}`, agentId: 'many', createdAt: 10_000 + at },
      }));
      await insertMany(test.infrastructure.db, 'call', rows);
      await test.infrastructure.texts.catchUp();
      const found = await list({ said: 'good day', limit: '2' });
      expect(found.data.map(({ id }) => id)).toEqual(['many-2999', 'many-2998']);
      expect(found).not.toHaveProperty('isPartial');
      // Page by page it goes on behind those that were looked through.
      const later = await list({ said: 'good day 1', limit: '2', before: '11500', beforeId: 'many-1500' });
      expect([later.data.map(({ id }) => id), later.hasMore]).toEqual([['many-1499', 'many-1498'], true]);
      // So many that no index helps, and too few of them among the newest to fill a page.
      const odd = await list({ said: 'odd one', limit: '50' });
      expect(odd.data[0]?.id).toBe('many-1044');
      expect(odd.data.length).toBeLessThan(50);
      expect(odd).toMatchObject({ hasMore: false, isPartial: true });
      const { data, ...rare } = await list({ said: 'good day 2077' });
      expect([data.map(({ id }) => id), rare]).toEqual([['many-2077'], { hasMore: false }]);
    });
  });
});
