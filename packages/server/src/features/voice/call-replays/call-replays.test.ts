import type { CallReplay, ReplayBatch, ReplayTurn } from '@tendril/contract/api/call-replays';
import { startCallReplays } from '@tendril/contract/api/call-replays';
import { type Call, createCall } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { createVoiceAgent, publishAgent } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { signInElsewhere } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = startCallReplays.path;
const opening = 'The shop opens at seven in the morning.';

describe.each(databases)('replays of recorded calls on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let base: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    base = await app.listen();
  });
  afterAll(() => app.close());

  const get = async <T>(path: string) => (await user.inject({ url: path })).json<{ data: T }>().data;
  const prompt = (llmId: string, generalPrompt: string) =>
    user.inject({ method: 'PUT', url: `${hubPrefix}/llms/${llmId}`, payload: { generalPrompt } });

  /** A published agent, and a typed call with it that is over. */
  async function record(generalPrompt = opening, said = ['When does the shop open?']) {
    const agentId = await makeAgent(user, { llm: { generalPrompt } });
    const publication = publishAgent.path.replace(':id', agentId);
    const published = await user.inject({ method: 'POST', url: publication, payload: {} });
    const { responseEngineLlmId: llmId } = await get<VoiceAgent>(`${createVoiceAgent.path}/${agentId}`);
    const { data, ...line } = await registerCall(user, agentId, {
      version: 'live',
      variables: { name: 'Ada' },
    });
    const page = new CallClient(base, line.socketPath, line.token);
    for (const text of said) await page.say(text);
    page.send({ type: 'hang-up' });
    await page.closed;
    return { agentId, llmId, callId: data.id, versionId: published.json<{ data: { id: string } }>().data.id };
  }
  async function replay(callIds: string[], asked: object = {}) {
    const answer = await user.inject({ method: 'POST', url, payload: { callIds, ...asked } });
    expect(answer.statusCode, answer.body).toBe(202);
    const { id } = answer.json<{ data: ReplayBatch }>().data;
    const read = () => get<ReplayBatch & { replays: CallReplay[] }>(`${url}/${id}`);
    await expect.poll(async () => (await read()).counts.running, { timeout: 30_000 }).toBe(0);
    return read();
  }

  it('show the same for the version that answered, and the difference for a changed draft', async () => {
    const { callId, llmId, versionId } = await record();
    await prompt(llmId, 'The shop opens at nine in the evening, and nobody is there before.');
    const same = await replay([callId], { version: versionId });
    expect(same).toMatchObject({
      ...{ way: 'words', versionNumber: 1 },
      counts: { all: 1, same: 1, reworded: 0, changed: 0, error: 0 },
      replays: [{ status: 'same', turns: 1, changedTurns: 0, ends: { differs: false } }],
    });
    const other = await replay([callId]);
    expect(other).toMatchObject({ versionNumber: 0, replays: [{ status: 'reworded' }] });
    const [{ id = '', callId: made } = {}] = other.replays;
    const { compared } = await get<{ compared: ReplayTurn[] }>(`${url}/${other.id}/calls/${id}`);
    expect(compared).toMatchObject([
      {
        caller: 'When does the shop open?',
        differs: ['words'],
        before: { text: expect.stringContaining('seven'), answerMs: expect.any(Number) },
        after: { text: expect.stringContaining('nine'), answerMs: expect.any(Number) },
      },
    ]);
    // It serves nobody: no list of calls and no figure counts it.
    expect(await get<Call>(`${createCall.path}/${made}`)).toMatchObject({
      ...{ kind: 'simulation', agentVersion: 0 },
      variables: { name: 'Ada' },
      metadata: { replayOf: callId },
    });
    const listed = await user.inject({ url: `${url}?callId=${callId}` });
    expect(listed.json<{ data: ReplayBatch[] }>().data.map(({ id: batch }) => batch)).toEqual([
      other.id,
      same.id,
    ]);
  });

  it('go over several calls at once, and count how many came out the same', async () => {
    const first = await record();
    const second = await record('The bakery sells rye bread.', ['What does the bakery sell?', 'Rye bread?']);
    await prompt(second.llmId, 'The bakery sells cakes and nothing else.');
    const batch = await replay([first.callId, second.callId, first.callId]);
    expect(batch.counts).toMatchObject({ all: 2, same: 1, error: 0 });
    expect(batch.counts.reworded + batch.counts.changed).toBe(1);
  });

  it('go with the call that they were made of, and with themselves, leaving no words behind', async () => {
    const { callId } = await record('The secret word is heliotrope.', [
      'What is the secret word heliotrope?',
    ]);
    const { id, replays } = await replay([callId]);
    expect((await user.inject({ method: 'DELETE', url: `${createCall.path}/${callId}` })).statusCode).toBe(
      204,
    );
    expect((await user.inject({ url: `${url}/${id}` })).statusCode).toBe(404);
    expect((await user.inject({ url: `${createCall.path}/${replays[0]?.callId}` })).statusCode).toBe(404);
    const { db } = app.infrastructure;
    for (const table of ['call', 'event', 'call_replay'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain('heliotrope?');

    const other = await record();
    const kept = await replay([other.callId]);
    expect((await user.inject({ method: 'DELETE', url: `${url}/${kept.id}` })).statusCode).toBe(204);
    expect((await user.inject({ url: `${createCall.path}/${kept.replays[0]?.callId}` })).statusCode).toBe(
      404,
    );
    expect((await user.inject({ url: `${createCall.path}/${other.callId}` })).statusCode).toBe(200);
  });

  it('are refused for calls and agents of which no words may be stored, and tests of them too', async () => {
    const { agentId, callId } = await record();
    const settings = `${createVoiceAgent.path}/${agentId}/settings`;
    const payload = { optOutSensitiveDataStorage: true };
    expect((await user.inject({ method: 'PUT', url: settings, payload })).statusCode).toBe(200);
    const { data, ...line } = await registerCall(user, agentId);
    const page = new CallClient(base, line.socketPath, line.token);
    await page.say('My number is 4711.');
    page.send({ type: 'hang-up' });
    await page.closed;
    for (const id of [callId, data.id]) {
      const refused = await user.inject({ method: 'POST', url, payload: { callIds: [id] } });
      expect([refused.statusCode, refused.body]).toEqual([
        400,
        expect.stringMatching(/callIds: the agent store/),
      ]);
      const test = await user.inject({ url: `${createCall.path}/${id}/test-case` });
      expect([test.statusCode, test.body]).toEqual([
        400,
        expect.stringContaining('stores no sensitive data'),
      ]);
      expect(refused.body + test.body).not.toMatch(/4711|shop open/);
    }
    // What the agent stored before can be replayed against the version that may.
    expect((await replay([callId], { version: 'live' })).counts.same).toBe(1);
  });

  it('are refused for calls of another workspace, unfinished calls and silent ones, by the name of the field', async () => {
    const { callId, agentId } = await record();
    const outsider = await signInElsewhere(app, user);
    const there = await outsider.inject({ method: 'POST', url, payload: { callIds: [callId] } });
    expect(there.statusCode).toBe(404);
    const { data } = await registerCall(user, agentId);
    const cases: [object, number, string][] = [
      [{ callIds: [data.id] }, 400, 'callIds'],
      [{ callIds: [] }, 400, 'callIds'],
      [{ callIds: Array.from({ length: 51 }, () => callId) }, 400, 'callIds'],
      [{ callIds: [callId], way: 'sound' }, 400, 'way'],
      [{ callIds: [callId], way: 'loud' }, 400, 'way'],
      [{ callIds: [callId], version: 'unknown' }, 404, 'ersion'],
    ];
    for (const [payload, status, words] of cases) {
      const answer = await user.inject({ method: 'POST', url, payload });
      expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(words)]);
    }
  });
});
