import { once } from 'node:events';
import { type Call, createCall, readCallEvents } from '@tendril/contract/api/calls';
import { readRun } from '@tendril/contract/api/runs';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../../testing/call-driver.ts';
import { makeFlow, talkingFlow } from '../../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../testing/test-app.ts';

let test: TestApp;
let user: TestUser;
let base: string;
let flowId: string;

beforeAll(async () => {
  test = await createTestApp();
  user = await test.signIn();
  base = await test.listen();
  flowId = await makeFlow(user, await talkingFlow(user));
});
afterAll(() => test.close());

async function openCall(brainFlow: string) {
  const brain = { type: 'flow', flowId: brainFlow, versionId: null } as const;
  const agentId = await makeAgent(user, { settings: { brain } });
  const registered = await registerCall(user, agentId);
  return { page: new CallClient(base, registered.socketPath, registered.token), id: registered.data.id };
}

describe('a flow that answers calls', () => {
  it('is run for every answer, remembers the call as its conversation, and names its runs', async () => {
    const { page, id } = await openCall(flowId);
    await page.event('call-start');
    await page.say('My name is Ada.');
    expect(await page.say('What is my name?')).toContain('Ada');
    const { runId } = await page.event('flow-run', 2);
    const { run } = (await user.inject({ method: 'GET', url: readRun.path.replace(':id', runId) })).json();
    expect(run).toMatchObject({ source: 'call', sessionId: id, chatId: id, question: 'What is my name?' });
    page.send({ type: 'hang-up' });
    await page.closed;
    const call = (await user.inject({ method: 'GET', url: `${createCall.path}/${id}` })).json<{
      data: Call;
    }>();
    expect(call.data).toMatchObject({ isDemo: true, status: 'ended' });
    const stored = await user.inject({ method: 'GET', url: readCallEvents.path.replace(':id', id) });
    const steps = stored.json<{ data: LoggedCallEvent[] }>().data.filter(({ type }) => type === 'flow-run');
    expect(steps).toMatchObject([
      { callId: id, flowId },
      { callId: id, flowId, runId },
    ]);

    // Deleting the call takes along what the flow kept of it.
    await user.inject({ method: 'DELETE', url: `${createCall.path}/${id}` });
    const { db } = test.infrastructure;
    const runs = await db.selectFrom('run').select('id').where('sessionId', '=', id).execute();
    const messages = await db.selectFrom('chat_message').select('id').where('sessionId', '=', id).execute();
    expect([runs, messages]).toEqual([[], []]);
  });

  it('does nothing for a caller who is gone before the question is written', async () => {
    const { page, id } = await openCall(flowId);
    await page.event('call-start');
    const { writes, db } = test.infrastructure;
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    // The question waits for its turn behind this write.
    const held = writes.write(async () => {
      reached.resolve();
      await gate.promise;
    });
    await reached.promise;
    // Frames are read in order: an answer to this one means that those before it were read.
    const reachServer = async () => {
      const answered = once(page.socket, 'pong');
      page.socket.ping();
      await answered;
    };
    page.send({ type: 'say', text: 'Order ten cakes.' });
    await page.event('turn-start');
    await reachServer();
    page.send({ type: 'hang-up' });
    await reachServer();
    gate.resolve();
    await held;
    await page.event('call-end');
    const run = () => db.selectFrom('run').selectAll().where('sessionId', '=', id).executeTakeFirst();
    await expect.poll(async () => (await run())?.status).toBe('cancelled');
    const { events } = (
      await user.inject({ method: 'GET', url: readRun.path.replace(':id', (await run())?.id ?? '') })
    ).json<{ events: { type: string }[] }>();
    expect(events.at(-1)?.type).toBe('run-end');
    expect(events.map(({ type }) => type).filter((type) => type.startsWith('node-'))).toEqual([]);
  });

  it('keeps two callers apart', async () => {
    const [one, other] = [await openCall(flowId), await openCall(flowId)];
    await one.page.event('call-start');
    await other.page.event('call-start');
    await one.page.say('My name is Ada.');
    expect(await other.page.say('What is my name?')).not.toContain('Ada');
  });

  it('that is gone keeps the agent from being called, in words', async () => {
    const gone = await makeFlow(user, await talkingFlow(user), 'Gone');
    const brain = { type: 'flow', flowId: gone, versionId: null } as const;
    const agentId = await makeAgent(user, { settings: { brain } });
    await user.inject({ method: 'DELETE', url: `/api/agent-studio/v1/flows/${gone}` });
    const answer = await user.inject({
      method: 'POST',
      url: createCall.path,
      payload: { agentId, channel: 'text' },
    });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      404,
      expect.stringContaining('flow'),
    ]);
  });
});
