import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, createCall } from '@tendril/contract/api/calls';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { openReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';

let test: TestApp;
let user: TestUser;
let base: string;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await openReceiver();
  test = await createTestApp({ config: { egressAllow: [receiver.host] } });
  user = await test.signIn();
  base = await test.listen();
});
afterAll(async () => {
  receiver.close();
  await test.close();
});

it('a recording that cannot be written takes nothing of the call with it: end, webhook and a word about it', async () => {
  const agentId = await makeAgent(user, {
    agent: { beginMessageDelayMs: 0 },
    llm: { beginMode: 'defined', beginMessage: 'Good morning.' },
    settings: { webhookUrl: `${receiver.url}/hook`, webhookEvents: ['call_ended'] },
  });
  const folder = join(test.infrastructure.config.home, 'recordings');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, user.caller.workspaceId), 'in the way');

  const registered = await registerCall(user, agentId, { channel: 'audio' });
  const caller = new SpeakingCaller(base, registered.socketPath, registered.token);
  await caller.event('agent-turn');
  caller.send({ type: 'hang-up' });
  await caller.closed;
  expect(caller.events.at(-1)).toMatchObject({ type: 'call-end', reason: 'user_hangup' });

  const url = `${createCall.path}/${registered.data.id}`;
  const { data } = (await user.inject({ method: 'GET', url })).json<{ data: Call }>();
  expect(data).toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup', recordingUrl: null });
  expect(data.durationMs).toBeGreaterThan(0);
  const events = (await user.inject({ method: 'GET', url: `${url}/events` })).json<{
    data: LoggedCallEvent[];
  }>().data;
  expect(events.slice(-2)).toMatchObject([
    { type: 'call-error', code: 'RECORDING_INCOMPLETE' },
    { type: 'call-end', reason: 'user_hangup' },
  ]);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'call_ended' });
});
