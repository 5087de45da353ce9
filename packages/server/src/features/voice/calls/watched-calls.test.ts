import { createCall, interveneInCall, stopCall, watchCall } from '@tendril/contract/api/calls';
import { readRun } from '@tendril/contract/api/runs';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { CallAct } from '@tendril/contract/voice/call-act';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AgentDraft, CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

/** What a watcher is sent, until its stream ends. */
class Watcher {
  readonly events: LoggedCallEvent[] = [];
  readonly over: Promise<void>;
  readonly left = new AbortController();

  constructor(base: string, user: TestUser, id: string) {
    this.over = this.#read(`${base}${watchCall.path.replace(':id', id)}`, user);
  }

  async #read(url: string, user: TestUser): Promise<void> {
    const response = await fetch(url, { headers: { cookie: cookiesOf(user) }, signal: this.left.signal });
    let text = '';
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString('utf8');
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const data = /^data: (.*)$/m.exec(frame)?.[1];
        if (data) this.events.push(JSON.parse(data) as LoggedCallEvent);
      }
    }
  }

  types(): string[] {
    return this.events.map(({ type }) => type);
  }
}

const cookiesOf = ({ cookies }: TestUser) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** The same for one process, and for a watcher at another process than the call. */
const places = [1, ...(databases.includes('postgres') ? [2] : [])];

describe.each(places)('a call that is watched, in an installation of %i process(es)', (processes) => {
  let apps: TestApp[];
  let addresses: string[];
  let user: TestUser;
  let watching: TestUser;

  beforeEach(async () => {
    const isAlone = processes === 1;
    const first = await createTestApp(isAlone ? {} : { database: 'postgres' });
    const { databaseUrl, secretKey } = first.infrastructure.config;
    apps = [first, ...(isAlone ? [] : [await createTestApp({ config: { databaseUrl, secretKey } })])];
    addresses = [];
    for (const app of apps) {
      const base = await app.listen();
      await app.infrastructure.processes.announce(base);
      addresses.push(base);
    }
    user = await first.signIn();
    watching = isAlone ? user : await apps.at(-1)!.signIn();
  });
  afterEach(async () => {
    for (const app of apps.toReversed()) await app.close();
  });

  async function begin(draft: AgentDraft = {}) {
    const agentId = await makeAgent(user, draft);
    const { data, socketPath, token } = await registerCall(user, agentId, { version: 'live' });
    const page = new CallClient(addresses[0]!, socketPath, token);
    await page.event('call-start');
    return { id: data.id, page };
  }
  const act = (id: string, payload: CallAct) =>
    watching.inject({ method: 'POST', url: interveneInCall.path.replace(':id', id), payload });

  it('is shown from its beginning, as it happens, and to its end', async () => {
    const { id, page } = await begin();
    await page.say('Is anybody there?');
    const watcher = new Watcher(addresses.at(-1)!, watching, id);
    await expect.poll(() => watcher.types()).toContain('agent-turn');
    expect(watcher.types().slice(0, 2)).toEqual(['call-start', 'user-turn']);
    await page.say('Another question');
    await expect.poll(() => watcher.types().filter((type) => type === 'user-turn')).toHaveLength(2);
    page.send({ type: 'hang-up' });
    await watcher.over;
    expect(watcher.types().at(-1)).toBe('call-end');
  });

  it('is taken over by typing, and given back, and nothing of it but the words reaches the caller', async () => {
    const { id, page } = await begin();
    expect((await act(id, { type: 'take-over' })).statusCode).toBe(200);
    await act(id, { type: 'say', text: 'This is Anna from the front desk.' });
    expect(await page.event('agent-turn')).toMatchObject({ text: 'This is Anna from the front desk.' });
    page.send({ type: 'say', text: 'Hello Anna' });
    await page.event('user-turn');
    await act(id, { type: 'say', text: 'How can I help?' });
    expect(await page.event('agent-turn', 2)).toMatchObject({ text: 'How can I help?' });
    await act(id, { type: 'give-back' });
    expect(await page.say('Is anybody there?')).toContain('Is anybody there?');
    page.send({ type: 'hang-up' });
    await page.closed;
    expect(JSON.stringify(page.notices)).not.toContain('operator-act');
    const url = `${createCall.path}/${id}/events`;
    const { data } = (await user.inject({ method: 'GET', url })).json<{ data: LoggedCallEvent[] }>();
    const acts = data.flatMap((event) => (event.type === 'operator-act' ? [event] : []));
    expect(acts.map((one) => [one.act, one.by])).toEqual([
      ['take-over', 'Ada Owner'],
      ['say', 'Ada Owner'],
      ['say', 'Ada Owner'],
      ['give-back', 'Ada Owner'],
    ]);
  });

  it('gets variables, and is ended by name', async () => {
    const { id, page } = await begin();
    await act(id, { type: 'set-variables', values: { tier: 'gold' } });
    expect(await page.event('variables-set')).toMatchObject({ values: { tier: 'gold' } });
    const stopped = await watching.inject({ method: 'POST', url: stopCall.path.replace(':id', id) });
    expect(stopped.json().data).toMatchObject({
      status: 'ended',
      disconnectionReason: 'manual_stopped',
      collectedVariables: { tier: 'gold' },
    });
    const url = `${createCall.path}/${id}/events`;
    const { data } = (await user.inject({ method: 'GET', url })).json<{ data: LoggedCallEvent[] }>();
    expect(data.filter(({ type }) => type === 'operator-act')).toMatchObject([
      { act: 'set-variables', by: 'Ada Owner', text: 'tier' },
      { act: 'end', by: 'Ada Owner' },
    ]);
    expect((await act(id, { type: 'take-over' })).statusCode).toBe(409);
  });

  it('is whispered to: the agent is told for the rest of the call, and its caller is not', async () => {
    const { id, page } = await begin();
    const text = 'Offer ten percent off.';
    expect((await act(id, { type: 'whisper', text })).statusCode).toBe(200);
    await page.say('How much is it?');
    const watcher = new Watcher(addresses.at(-1)!, watching, id);
    await expect.poll(() => watcher.types()).toContain('agent-turn');
    expect(watcher.events).toContainEqual(expect.objectContaining({ act: 'whisper', by: 'Ada Owner', text }));
    const step = watcher.events.find((event) => event.type === 'step-start' && event.kind === 'model');
    expect(JSON.stringify(step)).toContain(text);
    expect(JSON.stringify(page.notices)).not.toContain(text);
    watcher.left.abort();
    await watcher.over.catch(() => undefined);
    page.send({ type: 'hang-up' });
    await page.closed;
  });

  it('is whispered to where a flow answers: its models follow it, and no message of it holds it', async () => {
    const flowId = await makeFlow(user, await talkingFlow(user));
    const { id, page } = await begin({ settings: { brain: { type: 'flow', flowId, versionId: null } } });
    const text = 'Offer ten percent off.';
    expect((await act(id, { type: 'whisper', text })).statusCode).toBe(200);
    await page.say('How much is it?');
    const { runId } = await page.event('flow-run');
    const readUrl = readRun.path.replace(':id', runId);
    const { run, events } = (await user.inject({ method: 'GET', url: readUrl })).json();
    expect(run.question).toBe('How much is it?');
    const step = events.find((event: { type: string; kind?: string }) => event.kind === 'model');
    expect(JSON.stringify(step)).toContain(text);
    const { db } = apps[0]!.infrastructure;
    const messages = await db.selectFrom('chat_message').selectAll().where('sessionId', '=', id).execute();
    expect(JSON.stringify([messages, page.notices])).not.toContain(text);
    page.send({ type: 'hang-up' });
    await page.closed;
  });

  it('says in its log who watches, who whispers and who leaves, and its caller learns nothing of it', async () => {
    const { id, page } = await begin();
    const watcher = new Watcher(addresses.at(-1)!, watching, id);
    await expect.poll(() => watcher.events).toContainEqual(expect.objectContaining({ act: 'watch' }));
    await act(id, { type: 'whisper', text: 'Be short.' });
    watcher.left.abort();
    await watcher.over.catch(() => undefined);
    const url = `${createCall.path}/${id}/events`;
    const acts = async () => {
      const { data } = (await user.inject({ method: 'GET', url })).json<{ data: LoggedCallEvent[] }>();
      return data.flatMap((event) => (event.type === 'operator-act' ? [[event.act, event.by]] : []));
    };
    const by = 'Ada Owner';
    await expect.poll(acts).toEqual([
      ['watch', by],
      ['whisper', by],
      ['leave', by],
    ]);
    expect(JSON.stringify(page.notices)).not.toContain('operator-act');
    page.send({ type: 'hang-up' });
    await page.closed;
  });
});
