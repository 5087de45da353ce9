import { csrfHeader } from '@tendril/contract/api/session-cookies';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEventLog } from '../../../platform/events/events.ts';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { type Gate, gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createRunService } from './runs.ts';

/** As a process does that begins with this one's runs, and goes on with none of them. */
const recoverAll = ({ infrastructure }: TestApp) =>
  createRunService(infrastructure, createEventLog(infrastructure.db, infrastructure.files)).recover();

/** Events of an open stream, one by one. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #controller: AbortController;
  #text = '';

  constructor(response: Response, controller: AbortController) {
    this.#reader = response.body!.getReader();
    this.#controller = controller;
  }

  /** The next event, or nothing at the stream's end. */
  async next(): Promise<LoggedEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const frame = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const data = frame.split('\n').find((line) => line.startsWith('data: '));
        if (!data) continue;
        const event = JSON.parse(data.slice(6)) as LoggedEvent;
        expect(frame).toContain(`id: ${event.seq}\n`);
        return event;
      }
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      this.#text += new TextDecoder().decode(value);
    }
  }

  async until(fits: (event: LoggedEvent) => boolean): Promise<LoggedEvent> {
    for (;;) {
      const event = await this.next();
      if (!event) throw new Error('The stream ended early.');
      if (fits(event)) return event;
    }
  }

  async rest(): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    for (let event = await this.next(); event; event = await this.next()) events.push(event);
    return events;
  }

  drop(): void {
    this.#controller.abort();
  }
}

describe.each(databases)('runs on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let gate: Gate;
  let base: string;
  let flowId: string;

  beforeEach(async () => {
    const gated = gatedCatalogue();
    gate = gated.gate;
    app = await createTestApp({ database, catalogue: gated.catalogue });
    user = await app.signIn();
    base = await app.listen();
    flowId = await makeFlow(user, await gatedFlow(user));
  });
  afterEach(() => app.close());

  const cookie = () =>
    Object.entries(user.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  const headers = () => ({
    cookie: cookie(),
    [csrfHeader]: user.cookies['csrf_token'] ?? '',
    'content-type': 'application/json',
  });
  const open = async (path: string, init: RequestInit = {}) => {
    const controller = new AbortController();
    const response = await fetch(`${base}${studio}${path}`, {
      ...init,
      headers: { ...headers(), ...init.headers },
      signal: controller.signal,
    });
    expect(response.status).toBe(200);
    return new Stream(response, controller);
  };
  const start = (body: object = { question: 'Hi', chatId: 'chat' }) =>
    open(`/flows/${flowId}/runs`, { method: 'POST', body: JSON.stringify(body) });
  const read = async (id: string) =>
    (await user.inject({ method: 'GET', url: `${studio}/runs/${id}` })).json();
  const messages = async () =>
    (await user.inject({ method: 'GET', url: `${studio}/internal-chatmessage/${flowId}` })).json();

  it('streams typed events whose ids are their places, and keeps them without the tokens', async () => {
    const stream = await start();
    const first = await stream.next();
    expect(first).toMatchObject({
      seq: 1,
      type: 'run-start',
      question: 'Hi',
      versionNumber: 1,
      isDemo: false,
    });
    gate.say('One ');
    gate.say('two');
    gate.say(undefined);
    const events = await stream.rest();
    expect(events.map((event) => event.type)).toEqual([
      'node-start',
      'text-delta',
      'text-delta',
      'node-end',
      'text',
      'run-end',
    ]);
    const { run, events: stored } = await read(first!.runId);
    expect(run).toMatchObject({
      status: 'done',
      answer: 'One two',
      source: 'canvas',
      chatId: 'chat',
      versionNumber: 1,
    });
    expect(stored).toEqual([first, ...events.filter((event) => event.type !== 'text-delta')]);
    expect(await messages()).toMatchObject([
      { role: 'userMessage', content: 'Hi', chatType: 'INTERNAL' },
      { role: 'apiMessage', content: 'One two', status: 'complete', runId: first!.runId },
    ]);
    const list = (await user.inject({ method: 'GET', url: `${studio}/flows/${flowId}/runs` })).json();
    expect(list).toMatchObject({ total: 1, data: [{ id: first!.runId }] });
  });

  it('a run survives a lost connection and is re-attached without a gap or a repetition', async () => {
    const stream = await start();
    gate.say('a');
    const seen = await stream.until((event) => event.type === 'text-delta');
    stream.drop();
    gate.say('b');
    const again = await open(`/runs/${seen.runId}/events`, {
      headers: { 'last-event-id': String(seen.seq) },
    });
    expect(await again.next()).toMatchObject({ seq: seen.seq + 1, type: 'text-delta', text: 'b' });
    gate.say(undefined);
    expect((await again.rest()).at(-1)).toMatchObject({ type: 'run-end', status: 'done' });
    const replayed = await (await open(`/runs/${seen.runId}/events?after=1`)).rest();
    expect(replayed.map((event) => event.type)).toEqual(['node-start', 'node-end', 'text', 'run-end']);
  });

  it('a caller with a key follows the run it has started, from where its stream broke; other keys do not see it', async () => {
    const key = await makeKey(app, user.caller.workspaceId);
    const asked = await fetch(`${base}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Hi', streaming: true }),
    });
    const runId = asked.headers.get('x-run-id') ?? '';
    const follow = (holder: { key: string }, after: number) =>
      fetch(`${base}/api/v1/runs/${runId}/events`, {
        headers: { authorization: `Bearer ${holder.key}`, 'last-event-id': String(after) },
      });
    gate.say('a');
    const followed = await follow(key, 1);
    expect(followed.status).toBe(200);
    const stream = new Stream(followed, new AbortController());
    const first = await stream.next();
    expect(first).toMatchObject({ runId, seq: 2 });

    const forFlows = async (of: string) => {
      const holder = await makeKey(app, user.caller.workspaceId);
      const { db } = app.infrastructure;
      await db
        .updateTable('api_key')
        .set({ scope: 'flows', flowIds: JSON.stringify([of]) })
        .where('id', '=', holder.keyId)
        .execute();
      return holder;
    };
    const [own, other] = [
      await forFlows(flowId),
      await forFlows(await makeFlow(user, await gatedFlow(user), 'Other')),
    ];
    const elsewhere = await makeKey(app);
    const seen = async () => {
      const answers = [await follow(own, 1), await follow(other, 1), await follow(elsewhere, 1)];
      const statuses = answers.map(({ status }) => status);
      for (const answer of answers) await answer.body?.cancel();
      return statuses;
    };
    expect(await seen()).toEqual([200, 404, 404]);
    gate.say(undefined);
    expect((await stream.rest()).at(-1)).toMatchObject({ type: 'run-end', status: 'done' });
    await asked.text();
    // The same once it is over, and read from the store.
    expect(await seen()).toEqual([200, 404, 404]);
    const replayed = await new Stream(await follow(key, 1), new AbortController()).rest();
    expect(replayed.at(-1)).toMatchObject({ type: 'run-end', status: 'done' });
  });

  it('Stop ends a run at once, down to its node, and keeps what it had said', async () => {
    const stream = await start();
    gate.say('half');
    const { runId } = await stream.until((event) => event.type === 'text-delta');
    const stopped = await user.inject({ method: 'POST', url: `${studio}/runs/${runId}/stop` });
    expect(stopped.json()).toEqual({ status: 'cancelled' });
    await gate.aborted;
    expect((await stream.rest()).slice(-2)).toMatchObject([
      { type: 'text', text: 'half', isPartial: true },
      { type: 'run-end', status: 'cancelled' },
    ]);
    expect((await messages()).at(-1)).toMatchObject({ content: 'half', status: 'cancelled' });
  });

  it('a dropped API call aborts its run', async () => {
    const controller = new AbortController();
    const asked = fetch(`${base}${studio}/prediction/${flowId}`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify({ question: 'Hi', streaming: true }),
      signal: controller.signal,
    });
    gate.say('x');
    const reader = (await asked).body!.getReader();
    await reader.read();
    controller.abort();
    await gate.aborted;
  });

  it('the abort route stops the answer of a chat and says so in the stream', async () => {
    const asked = fetch(`${base}${studio}/prediction/${flowId}`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify({ question: 'Hi', chatId: 'c9', streaming: true }),
    });
    gate.say('x');
    const response = await asked;
    const aborted = await user.inject({ method: 'PUT', url: `${studio}/chatmessage/abort/${flowId}/c9` });
    expect(aborted.json()).toEqual({ status: 200, message: 'The answer was stopped.' });
    const text = await response.text();
    expect(text).toContain('{"event":"abort","data":"[DONE]"}');
    expect(text.endsWith('message:\ndata:{"event":"end","data":"[DONE]"}\n\n')).toBe(true);
    const idle = await user.inject({ method: 'PUT', url: `${studio}/chatmessage/abort/${flowId}/c9` });
    expect(idle.json().message).toBe('No answer was being written.');
  });

  it('ATK-077: a run of another workspace can be neither seen, nor followed, nor stopped', async () => {
    const stream = await start();
    const { runId } = (await stream.next())!;
    const outsider = await makeKey(app);
    for (const [method, path] of [
      ['GET', `/runs/${runId}`],
      ['GET', `/runs/${runId}/events`],
      ['POST', `/runs/${runId}/stop`],
    ] as const) {
      const answer = await outsider.inject({ method, url: `${studio}${path}` });
      expect([403, 404]).toContain(answer.statusCode);
    }
    const stop = await outsider.inject({ method: 'PUT', url: `${studio}/chatmessage/abort/${flowId}/chat` });
    expect(stop.statusCode).toBe(404);
    gate.say(undefined);
    await stream.rest();
    expect((await read(runId)).run.status).toBe('done');
  });

  it('P-01, P-02, P-04: a run that a crash interrupted is marked, with the text it had reached', async () => {
    const { db, files } = app.infrastructure;
    const stream = await start();
    gate.say('The answer begins');
    const { runId } = await stream.until((event) => event.type === 'text-delta');
    await expect
      .poll(async () => (await messages()).at(-1)?.content, { timeout: 5000 })
      .toBe('The answer begins');
    const events = createEventLog(db, files);
    expect(await recoverAll(app)).toBe(1);
    const { run } = await read(runId);
    expect(run).toMatchObject({ status: 'interrupted', answer: 'The answer begins' });
    expect(
      (await messages()).map((message: { status: string; content: string }) => [
        message.status,
        message.content,
      ]),
    ).toEqual([
      ['complete', 'Hi'],
      ['interrupted', 'The answer begins'],
    ]);
    const logged = await events.read(user.caller, runId);
    expect(logged.at(-1)).toMatchObject({ type: 'run-end', status: 'interrupted' });
    expect(await recoverAll(app)).toBe(0);
    stream.drop();
  });

  it('P-11: a server that stops keeps what a run had said as interrupted', async () => {
    const stream = await start();
    gate.say('so far');
    const { runId } = await stream.until((event) => event.type === 'text-delta');
    const { db } = app.infrastructure;
    app.app.streams.close();
    app.app.fastify.server.closeAllConnections();
    await app.app.fastify.close();
    const rows = await db.selectFrom('run').select(['status', 'answer']).where('id', '=', runId).execute();
    expect(rows).toEqual([{ status: 'interrupted', answer: 'so far' }]);
  });

  it('a crash before the first word leaves the question and an empty interrupted answer', async () => {
    const stream = await start();
    await stream.next();
    await recoverAll(app);
    expect(await messages()).toMatchObject([
      { content: 'Hi' },
      { content: '', status: 'interrupted', role: 'apiMessage' },
    ]);
    stream.drop();
  });

  it('moves large events to files, reads them back, and purges what is old', async () => {
    const { db, files } = app.infrastructure;
    const long = 'x'.repeat(100_000);
    const stream = await start();
    const { runId } = (await stream.next())!;
    gate.say(long);
    gate.say(undefined);
    await stream.rest();
    const row = await db
      .selectFrom('event')
      .select('payload')
      .where('runId', '=', runId)
      .where('kind', '=', 'text')
      .executeTakeFirstOrThrow();
    expect(row.payload.length).toBeLessThan(200);
    const { events } = await read(runId);
    expect(events.find((event: LoggedEvent) => event.type === 'text').text).toBe(long);
    const log = createEventLog(db, files);
    expect(await log.removeOlder(user.caller, Date.now() - 60_000)).toBe(0);
    expect(await log.removeOlder(user.caller, Date.now() + 1)).toBe(events.length);
    expect((await read(runId)).events).toEqual([]);
    expect(await db.selectFrom('file').select('id').where('ownerKind', '=', 'run').execute()).toEqual([]);
  });

  it('deleting a flow stops its runs and leaves nothing behind', async () => {
    const stream = await start();
    const { runId } = (await stream.next())!;
    gate.say('gone');
    await user.inject({ method: 'DELETE', url: `${studio}/flows/${flowId}` });
    await gate.aborted;
    await stream.rest();
    const { db } = app.infrastructure;
    expect(await db.selectFrom('event').select('seq').where('runId', '=', runId).execute()).toEqual([]);
    expect(await db.selectFrom('chat_message').select('id').where('flowId', '=', flowId).execute()).toEqual(
      [],
    );
  });
});
