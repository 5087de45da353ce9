import { type Call, createCall } from '@tendril/contract/api/calls';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { agentSettingsDefaults, voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import { describe, expect, it } from 'vitest';
import { closeApp } from '../../../composition/stop.ts';
import { createEventLog } from '../../../platform/events/events.ts';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { type CallHappening, CallHooks } from './call-hooks.ts';
import { recoverCalls } from './call-recovery.ts';
import { createRecordings } from './recordings.ts';

const snapshot = {
  agent: { id: 'a', agentName: 'A', responseEngineLlmId: 'l', voiceId: 'v', language: 'en-US' as const },
  settings: agentSettingsDefaults,
  llm: voiceLlmDefaults,
};

describe.each(databases)('a call that a stop cuts off, on %s', (database) => {
  it('is closed at the next start as an error, with what it had emitted until then', async () => {
    const test = await createTestApp({ database });
    const { db, files, config, vault } = test.infrastructure;
    try {
      const user = await test.signIn();
      const base = await test.listen();
      const agentId = await makeAgent(user);
      const registered = await registerCall(user, agentId);
      const page = new CallClient(base, registered.socketPath, registered.token);
      await page.event('call-start');
      await page.say('Hello');
      const { id } = registered.data;
      const url = `${createCall.path}/${id}`;
      const stored = async () =>
        (await user.inject({ method: 'GET', url: `${url}/events` })).json<{ data: LoggedCallEvent[] }>().data;
      // Once a second new events go to disk; a kill takes nothing of that.
      await expect
        .poll(async () => (await stored()).map(({ type }) => type), { timeout: 5000 })
        .toContain('agent-turn');

      const emitted: CallHappening[] = [];
      const ended = new CallHooks();
      ended.add({ write: async (_trx, happening) => void emitted.push(happening) });
      const parts = {
        ...{ db, ended, events: createEventLog(db, files), recordings: createRecordings(config.home, vault) },
        snapshotOf: async () => snapshot,
        ownerId: test.infrastructure.processes.id,
        isLive: () => false,
      };
      expect(await recoverCalls(parts)).toBe(1);
      // Hooks for the end of a call run for this end too.
      expect(emitted).toMatchObject([
        { isPrivate: false, call: { id, status: 'error' }, transcript: [{}, {}] },
      ]);
      const { data } = (await user.inject({ method: 'GET', url })).json<{ data: Call }>();
      expect(data).toMatchObject({ status: 'error', disconnectionReason: 'error_unknown' });
      expect(data.transcript.map(({ role, content }) => [role, content])).toEqual([
        ['user', 'Hello'],
        ['agent', 'Hello! How can I help you?'],
      ]);
      const [error, end] = (await stored()).slice(-2);
      expect(error).toMatchObject({ type: 'call-error', code: 'SERVER_DRAINING' });
      expect(end).toMatchObject({ type: 'call-end', reason: 'error_unknown' });
      expect(await recoverCalls(parts)).toBe(0);
    } finally {
      await test.close();
    }
  });
});

it('a spoken call that is cut off in the middle of a sentence keeps its length, and the words so far', {
  timeout: 60_000,
}, async () => {
  const test = await createTestApp();
  const { db, files, config, vault } = test.infrastructure;
  try {
    const user = await test.signIn();
    const base = await test.listen();
    const beginMessage = `Welcome to the bakery. ${'We bake bread every night of the week. '.repeat(8)}`;
    const agentId = await makeAgent(user, {
      agent: { beginMessageDelayMs: 0 },
      llm: { beginMode: 'defined', beginMessage },
    });
    const registered = await registerCall(user, agentId, { channel: 'audio' });
    const caller = new SpeakingCaller(base, registered.socketPath, registered.token);
    const { offsetMs } = await caller.event('agent-speech-start');
    const { id } = registered.data;
    const row = () => db.selectFrom('call').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await expect
      .poll(async () => (await row()).durationMs, { timeout: 20_000 })
      .toBeGreaterThan(offsetMs + 4000);

    const ended = new CallHooks();
    const recordings = createRecordings(config.home, vault);
    const events = createEventLog(db, files);
    await recoverCalls({
      ...{ db, ended, events, recordings },
      ownerId: test.infrastructure.processes.id,
      isLive: () => false,
      snapshotOf: async () => snapshot,
    });
    const url = `${createCall.path}/${id}`;
    const { data } = (await user.inject({ method: 'GET', url })).json<{ data: Call }>();
    expect(data.durationMs).toBeGreaterThan(4000);
    expect(data.durationMs).toBeGreaterThanOrEqual((await recordings.lengthMs(await row())) ?? Infinity);
    expect(data.transcript).toHaveLength(1);
    expect(data.transcript[0]).toMatchObject({ role: 'agent' });
    expect(data.transcript[0]?.content).toMatch(/^Welcome to the bakery\. We bake/);
    expect(beginMessage).toContain(data.transcript[0]?.content);
    expect(beginMessage.length).toBeGreaterThan((data.transcript[0]?.content.length ?? 0) + 50);
    const emitted = (await user.inject({ method: 'GET', url: `${url}/events` })).json<{
      data: LoggedCallEvent[];
    }>().data;
    expect(emitted.slice(-3)).toMatchObject([
      { type: 'agent-turn', turn: 1, text: data.transcript[0]?.content },
      { type: 'call-error' },
      { type: 'call-end', durationMs: data.durationMs },
    ]);
  } finally {
    await test.close();
  }
});

it('a stop of the server waits for the calls under way, then ends them and keeps them', async () => {
  const test = await createTestApp({ config: { callDrainMs: 1000 } });
  const user = await test.signIn();
  const base = await test.listen();
  const registered = await registerCall(user, await makeAgent(user));
  const page = new CallClient(base, registered.socketPath, registered.token);
  await page.event('call-start');
  await page.say('Hello');
  const stopping = closeApp(test.app, 0);
  // The line stays as it is until its time is over.
  await page.say('Still there?');
  expect(await page.event('call-end')).toMatchObject({ reason: 'error_unknown' });
  expect(await page.closed).toBe(1000);
  await stopping;
  const row = await test.infrastructure.db.selectFrom('call').selectAll().executeTakeFirstOrThrow();
  expect([row.status, (JSON.parse(row.transcript) as unknown[]).length]).toEqual(['error', 4]);
  await test.close();
});
