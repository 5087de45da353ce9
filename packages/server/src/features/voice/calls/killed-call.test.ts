import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerOwner } from '@tendril/contract/api/auths';
import { type Call, createCall, readCallEvents } from '@tendril/contract/api/calls';
import { listWebhookDeliveries, type WebhookDelivery } from '@tendril/contract/api/voice-webhooks';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { afterEach, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases, type EmptyDatabase } from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { makeMigratedDatabase } from '../../../testing/migrated-database.ts';
import { PersonAtProcess } from '../../../testing/person-at-process.ts';
import { type ServerProcess, startServer } from '../../../testing/server-process.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';
import { owner } from '../../../testing/test-app.ts';
import { openReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';

const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = when does the shop open | tell me about the bread ;
`;
const bread = 'Our bread is baked every night. '.repeat(30);
const patience = { timeout: 60_000, interval: 100 };
/** Sound and events are written once a second. */
const lostMs = 1500;

describe.each(databases)('a spoken call whose server is killed, on %s', (database) => {
  let place: EmptyDatabase;
  let receiver: WebhookReceiver;
  const servers: ServerProcess[] = [];
  const person = new PersonAtProcess();
  const secretKey = randomBytes(32).toString('base64');

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    receiver.close();
    await place.remove();
  });

  async function start(): Promise<ServerProcess> {
    const port = await freePort();
    const grammarPath = join(place.home, 'caller.gram');
    writeFileSync(grammarPath, grammar);
    const server = await startServer({
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      TENDRIL_HOME: place.home,
      TENDRIL_SECRET_KEY: secretKey,
      EGRESS_ALLOW: receiver.host,
      LOCAL_SPEECH_GRAMMAR: grammarPath,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    });
    if (server.url === '') throw new Error(server.output());
    servers.push(server);
    person.url = `http://127.0.0.1:${port}`;
    return server;
  }

  const get = async <T>(path: string) => ((await person.send('GET', path)).json() as { data: T }).data;
  const callOf = (id: string) => get<Call>(`${createCall.path}/${id}`);
  /** Events of a call that its receiver was told of. */
  const received = (id: string) =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { event: string; call: { call_id: string } })
      .flatMap(({ event, call }) => (call.call_id === id ? [event] : []));

  it('is closed in words, plays to its last second, and tells each receiver once', {
    timeout: 180_000,
  }, async () => {
    place = await makeMigratedDatabase(database);
    receiver = await openReceiver();
    const first = await start();
    expect((await person.send('POST', registerOwner.path, owner)).status).toBe(201);
    const agentId = await makeAgent(person.user, {
      agent: { beginMessageDelayMs: 0, responsiveness: 1, interruptionSensitivity: 0 },
      llm: { generalPrompt: `The shop opens at seven in the morning. ${bread}` },
      settings: {
        webhookUrl: `${receiver.url}/hook`,
        webhookEvents: ['call_started', 'call_ended', 'call_analyzed'],
      },
    });
    const { data, socketPath, token } = await registerCall(person.user, agentId, {
      ...{ channel: 'audio', version: 'live' },
    });
    const caller = new SpeakingCaller(person.url, socketPath, token);
    await caller.event('call-start');
    await caller.speak('when does the shop open');
    const answer = await caller.event('agent-turn');
    expect(answer.text).toContain('seven in the morning');
    await caller.speak('tell me about the bread');
    const speaking = await caller.event('agent-speech-start', 2);
    await expect.poll(() => received(data.id), patience).toEqual(['call_started']);
    // In the middle of the agent's second answer, some seconds of which have been heard.
    const heard = () => caller.audio.reduce((sum, { length }) => sum + length, 0);
    const enough = heard() + 16_000 * 2 * 4;
    await caller.until(() => heard() > enough);
    const killedMs = Date.now() - (await callOf(data.id)).createdAt;
    await first.stop('SIGKILL');
    await caller.closed;
    const acknowledged = caller.events.filter(({ type }) => type === 'user-turn' || type === 'agent-turn');

    await start();
    await expect.poll(async () => (await callOf(data.id)).status, patience).toBe('error');
    const call = await callOf(data.id);
    expect(call.disconnectionReason).toBe('error_unknown');
    const events = await get<LoggedCallEvent[]>(readCallEvents.path.replace(':id', data.id));
    expect(events.slice(-2)).toMatchObject([
      { type: 'call-error', message: 'The server stopped during the call.' },
      { type: 'call-end', durationMs: call.durationMs },
    ]);

    // Every turn that the caller was sent is there, and the words of the one that was being said.
    const said = call.transcript.map(({ content }) => content);
    expect(said.slice(0, acknowledged.length)).toEqual(
      acknowledged.map((event) => ('text' in event ? event.text : '')),
    );
    expect(said).toHaveLength(acknowledged.length + 1);
    expect(bread).toContain(said.at(-1)?.trim());

    // It was made up to a moment of its last second.
    const startedMs = (call.startedAt ?? 0) - call.createdAt;
    expect(call.durationMs).toBeGreaterThan(speaking.offsetMs + 4000 - lostMs);
    expect(call.durationMs).toBeLessThanOrEqual(killedMs - startedMs + 1000);
    const wav = Buffer.from(
      await (await fetch(person.url + call.recordingUrl, { headers: person.headers })).arrayBuffer(),
    );
    expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([
      'RIFF',
      wav.length - 8,
      wav.length - 44,
    ]);
    const recordedMs = (wav.length - 44) / 64;
    expect(recordedMs).toBeGreaterThan(speaking.offsetMs + 4000 - lostMs);
    expect(recordedMs).toBeLessThanOrEqual(call.durationMs);
    expect(call.durationMs - recordedMs).toBeLessThan(lostMs);
    // The agent is heard in the last second that there is.
    expect(loudness(wav, recordedMs - 1000)).toBeGreaterThan(200);

    await expect.poll(() => received(data.id), patience).toContain('call_ended');
    await expect.poll(async () => (await callOf(data.id)).analysis !== null, patience).toBe(true);
    await expect.poll(() => received(data.id), patience).toContain('call_analyzed');
    // A receiver's answer that the server has not noted is asked for again.
    const deliveries = () => get<WebhookDelivery[]>(listWebhookDeliveries.path.replace(':id', agentId));
    await expect
      .poll(async () => (await deliveries()).map(({ state }) => state), patience)
      .toEqual(['delivered', 'delivered', 'delivered']);
    // Nothing is closed, or told, a second time by the next start.
    await servers.at(-1)?.stop('SIGKILL');
    await start();
    const other = await registerCall(person.user, agentId, { version: 'live' });
    const page = new CallClient(person.url, other.socketPath, other.token);
    await page.say('Hello');
    page.send({ type: 'hang-up' });
    await page.closed;
    await expect.poll(() => received(other.data.id), patience).toContain('call_ended');
    const again = await callOf(data.id);
    const { status, disconnectionReason, durationMs, transcript } = call;
    expect(again).toMatchObject({ status, disconnectionReason, durationMs, transcript });
    expect(received(data.id).toSorted()).toEqual(['call_analyzed', 'call_ended', 'call_started']);
  });
});

/** Of the agent's side, from a moment to the end. */
function loudness(wav: Buffer, fromMs: number): number {
  let sum = 0;
  let count = 0;
  for (let at = 44 + Math.floor(fromMs * 16) * 4; at + 4 <= wav.length; at += 4) {
    sum += wav.readInt16LE(at + 2) ** 2;
    count += 1;
  }
  return Math.sqrt(sum / Math.max(1, count));
}
