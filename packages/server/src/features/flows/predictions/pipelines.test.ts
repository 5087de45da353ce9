import type { FlowData } from '@tendril/contract/flow/flow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { askingPipeline, callingPipeline, loopingPipeline } from '../../../testing/pipeline-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type Find = Awaited<ReturnType<typeof readTemplates>>;

interface Emitted {
  type: string;
  nodeId?: string;
  round?: number;
  [key: string]: unknown;
}

describe.each(databases)('pipelines by API on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let find: Find;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    find = await readTemplates(user);
  });
  afterAll(() => app.close());

  const store = (flowData: FlowData) => makeFlow(user, flowData, 'Pipeline');
  const ask = async (id: string, payload: object) =>
    (await key.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload })).json();
  const trace = async (runId: string): Promise<{ run: Record<string, unknown>; events: Emitted[] }> =>
    (await user.inject({ method: 'GET', url: `${studio}/runs/${runId}` })).json();
  const messages = async (id: string, chatId: string): Promise<Record<string, unknown>[]> =>
    (await key.inject({ method: 'GET', url: `/api/v1/chatmessage/${id}?chatId=${chatId}` })).json();

  it('a branch and a loop: the writer writes three times, and the rounds are in the trace', async () => {
    const id = await store(loopingPipeline(find, 3));
    const answer = await ask(id, { question: 'Write about tea' });
    const agents = answer.agentReasoning.map((one: { agentName: string }) => one.agentName);
    expect(agents).toEqual(['Writer', 'Writer', 'Writer', 'Summary']);
    const { run, events } = await trace(answer.runId);
    expect(run).toMatchObject({ status: 'done', part: null });
    const rounds = events.filter((event) => event.type === 'node-start' && event.nodeId === 'seqLLMNode_0');
    expect(rounds.map((event) => event.round)).toEqual([undefined, 2, 3]);
    const ways = events.filter((event) => event.type === 'node-end' && event.nodeId === 'seqCondition_0');
    expect(ways.map((event) => event['branches'])).toEqual([['writeAgain'], ['writeAgain'], ['end']]);
  });

  it('the branch that was not taken is reported as skipped', async () => {
    const id = await store(loopingPipeline(find, 1));
    const answer = await ask(id, { question: 'Write about tea' });
    const { events } = await trace(answer.runId);
    expect(events.flatMap((event) => (event.type === 'node-skip' ? event.nodeId : []))).toEqual([
      'seqLoop_0',
    ]);
  });

  it('a loop that nothing ends fails with its name', async () => {
    const id = await store(loopingPipeline(find, 99));
    expect(await ask(id, { question: 'Write' })).toMatchObject({
      code: 'LIMIT_STEPS',
      message: expect.stringMatching(/^Loop: stopped after 25 rounds/),
    });
  });

  it('a tool node carries out what its model calls, and is passed over when nothing is called', async () => {
    const id = await store(callingPipeline(find));
    expect(await ask(id, { question: 'What is 6 * 7?' })).toMatchObject({
      text: '42',
      usedTools: [{ tool: 'calculator', toolOutput: '42' }],
    });
    const plain = await ask(id, { question: 'Hello' });
    expect(plain.text).toBeTruthy();
    expect(plain.usedTools).toBeUndefined();
  });

  it('remembers the conversation by its Agent Memory', async () => {
    const id = await store(askingPipeline(find, false));
    const chat = { chatId: 'remembering' };
    await ask(id, { question: 'My name is Quill.', ...chat });
    const second = await ask(id, { question: 'What is my name?', ...chat });
    expect(second).toMatchObject({ text: expect.stringContaining('Quill'), memoryType: 'Agent Memory' });
  });

  describe('Require Approval', () => {
    let id: string;
    beforeAll(async () => {
      id = await store(askingPipeline(find));
    });

    const begin = (chatId: string) => ask(id, { question: 'What is 6 * 7?', chatId });

    it('answers with the question to the person and what decides it, and keeps both', async () => {
      const asked = await begin('asked');
      expect(asked).toMatchObject({
        text: 'The agent wants to call these tools:\ncalculator({"expression":"6 * 7"})\nMay it?',
        action: {
          id: asked.runId,
          mapping: { approve: 'Yes', reject: 'No', toolCalls: [{ name: 'calculator' }] },
          elements: [
            { type: 'approve-button', label: 'Yes' },
            { type: 'reject-button', label: 'No' },
          ],
          data: { nodeId: 'seqAgent_0', nodeLabel: 'Agent' },
        },
      });
      const kept = await messages(id, 'asked');
      expect(kept.at(-1)).toMatchObject({ content: asked.text, status: 'complete' });
      const { run, events } = await trace(asked.runId);
      expect(run).toMatchObject({ status: 'waiting' });
      expect(events.map((event) => event.type)).toContain('node-wait');
    });

    it('goes on when the button’s words come with the action, as the chat widget sends them', async () => {
      const asked = await begin('by-action');
      const done = await ask(id, { question: 'Yes', chatId: 'by-action', action: asked.action });
      expect(done).toMatchObject({
        text: expect.stringContaining('42'),
        question: 'Yes',
        usedTools: [{ tool: 'calculator' }],
      });
      expect(done.action).toBeUndefined();
      const [before, after] = [await trace(asked.runId), await trace(done.runId)];
      expect(before.run).toMatchObject({ status: 'done' });
      expect(after.run).toMatchObject({ status: 'done', resumes: asked.runId });
      expect(after.events[0]).toMatchObject({ type: 'run-start', resumes: asked.runId });
      const kept = await messages(id, 'by-action');
      expect(kept.map((message) => message['action'] ?? null)).toEqual([null, null, null, null]);
    });

    it('goes on when the text alone comes, and reports a refusal to the model', async () => {
      await begin('by-words');
      const refused = await ask(id, { question: ' No ', chatId: 'by-words' });
      expect(refused.usedTools).toBeUndefined();
      expect(refused.text).toMatch(/denied/);
    });

    it('refuses a second decision with 409, and one of another chat with 404', async () => {
      const asked = await begin('twice');
      const post = (payload: object) =>
        key.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload });
      const elsewhere = await post({ question: 'Yes', chatId: 'else', action: asked.action });
      expect(elsewhere.statusCode).toBe(404);
      const both = await Promise.all(
        [1, 2].map(() => post({ question: 'Yes', chatId: 'twice', action: asked.action })),
      );
      expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
      const late = await post({ question: 'No', chatId: 'twice', action: asked.action });
      expect(late.json()).toMatchObject({ code: 'CONFLICT' });
    });

    it('ends as cancelled, and says so, when something else is asked', async () => {
      const asked = await begin('else');
      const other = await ask(id, { question: 'Hello there', chatId: 'else' });
      expect(other.action).toBeUndefined();
      const { run, events } = await trace(asked.runId);
      expect(run).toMatchObject({
        status: 'cancelled',
        error: 'Another question was asked instead of a decision.',
      });
      expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'cancelled' });
    });

    it('is sent to streaming clients as an action frame and in the metadata', async () => {
      const payload = { question: 'What is 6 * 7?', chatId: 'streamed', streaming: true };
      const answer = await key.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload });
      const frames = answer.body
        .split('\n')
        .flatMap((line) => (line.startsWith('data:') ? [JSON.parse(line.slice(5))] : []));
      const action = frames.find((frame) => frame.event === 'action')?.data;
      expect(action).toMatchObject({ mapping: { approve: 'Yes' } });
      expect(frames.find((frame) => frame.event === 'metadata')?.data).toMatchObject({ action });
      expect(frames.at(-1)).toEqual({ event: 'end', data: '[DONE]' });
      expect(frames.some((frame) => frame.event === 'error')).toBe(false);
    });

    it('is ended by Stop', async () => {
      const asked = await begin('stopped');
      const stopped = await user.inject({ method: 'POST', url: `${studio}/runs/${asked.runId}/stop` });
      expect(stopped.json()).toEqual({ status: 'cancelled' });
    });
  });
});
