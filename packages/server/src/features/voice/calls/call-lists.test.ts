import { type Call, createCall, listCalls } from '@tendril/contract/api/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
});
