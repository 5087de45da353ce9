import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Call, createCall } from '@tendril/contract/api/calls';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const canary = 'zanzibar7731';
const logged: string[] = [];

let test: TestApp;
let user: TestUser;
let base: string;

beforeAll(async () => {
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  test = await createTestApp({ log: pino({ level: 'trace' }, lines) });
  user = await test.signIn();
  base = await test.listen();
});
afterAll(() => test.close());

/** Every file of the server that contains the word. */
function filesWith(word: string, folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesWith(word, path);
    return readFileSync(path).includes(word) ? [path] : [];
  });
}

async function talk(isPrivate: boolean, brain?: object): Promise<{ call: Call; events: LoggedCallEvent[] }> {
  const agentId = await makeAgent(user, {
    llm: { generalPrompt: 'You talk to {{who}}.' },
    settings: { optOutSensitiveDataStorage: isPrivate, ...(brain && { brain: brain as never }) },
  });
  const registered = await registerCall(user, agentId, { variables: { who: `${canary} given` } });
  const page = new CallClient(base, registered.socketPath, registered.token);
  await page.event('call-start');
  const answer = await page.say(`My name is ${canary}.`);
  expect(answer).toContain(canary);
  // What was said is known as long as the call goes.
  expect(await page.say('What is my name?')).toContain(canary);
  page.send({ type: 'hang-up' });
  await page.closed;
  const url = `${createCall.path}/${registered.data.id}`;
  const { data: call } = (await user.inject({ method: 'GET', url })).json<{ data: Call }>();
  const { data: events } = (await user.inject({ method: 'GET', url: `${url}/events` })).json<{
    data: LoggedCallEvent[];
  }>();
  return { call, events };
}

describe('ATK-161: an agent that stores no sensitive data', () => {
  it('leaves no word of a call in the database, the files or the log, and still its times', async () => {
    const { call, events } = await talk(true);
    expect(filesWith(canary, test.infrastructure.config.home)).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((line) => line.includes(canary))).toEqual([]);
    expect(call).toMatchObject({ status: 'ended', transcript: [], variables: {}, recordingUrl: null });
    expect(call.latency.llm?.num).toBe(2);
    expect(events.map(({ type }) => type)).toContain('user-turn');
    expect(events.find(({ type }) => type === 'step-end')).toMatchObject({ kind: 'model' });
  });

  it('keeps nothing of the runs of a flow that answers, which remembers the call all the same', async () => {
    const flowId = await makeFlow(user, await talkingFlow(user));
    const { events } = await talk(true, { type: 'flow', flowId, versionId: null });
    expect(filesWith(canary, test.infrastructure.config.home)).toEqual([]);
    expect(events.map(({ type }) => type)).not.toContain('flow-run');
    const runs = await test.infrastructure.db
      .selectFrom('run')
      .select('id')
      .where('flowId', '=', flowId)
      .execute();
    expect(runs).toEqual([]);
  });

  it('is distinguished from another by the same search', async () => {
    const { call } = await talk(false);
    expect(filesWith(canary, test.infrastructure.config.home).length).toBeGreaterThan(0);
    expect(JSON.stringify(call.transcript)).toContain(canary);
  });
});
