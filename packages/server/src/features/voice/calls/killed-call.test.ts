import { afterEach, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { agentLoudness, CallInstallation, lengthsOf } from '../../../testing/call-installation.ts';
import { databases } from '../../../testing/databases.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';

const bread = 'Our bread is baked every night. '.repeat(30);
const patience = { timeout: 60_000, interval: 100 };
/** Sound and events are written once a second. */
const lostMs = 1500;

describe.each(databases)('a spoken call whose server is killed, on %s', (database) => {
  let installation: CallInstallation;

  afterEach(() => installation.close());

  it('is closed in words, plays to its last second, and tells each receiver once', {
    timeout: 180_000,
  }, async () => {
    installation = await CallInstallation.open(database);
    const { person, receiver } = installation;
    const callOf = (id: string) => installation.call(id);
    const received = (id: string) => installation.received(id);
    const first = await installation.start();
    await installation.register();
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

    const second = await installation.start();
    await expect.poll(async () => (await callOf(data.id)).status, patience).toBe('error');
    const call = await callOf(data.id);
    expect(call.disconnectionReason).toBe('error_unknown');
    const events = await installation.events(data.id);
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
    const wav = await installation.recording(call);
    const { saidMs, recordedMs } = lengthsOf(wav);
    expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(4), saidMs]).toEqual([
      'RIFF',
      wav.length - 8,
      recordedMs,
    ]);
    expect(recordedMs).toBeGreaterThan(speaking.offsetMs + 4000 - lostMs);
    expect(recordedMs).toBeLessThanOrEqual(call.durationMs);
    expect(call.durationMs - recordedMs).toBeLessThan(lostMs);
    // The agent is heard in the last second that there is.
    expect(agentLoudness(wav, recordedMs - 1000)).toBeGreaterThan(200);

    await expect.poll(() => received(data.id), patience).toContain('call_ended');
    await expect.poll(async () => (await callOf(data.id)).analysis !== null, patience).toBe(true);
    await expect.poll(() => received(data.id), patience).toContain('call_analyzed');
    // A receiver's answer that the server has not noted is asked for again.
    await expect
      .poll(() => installation.deliveryStates(agentId), patience)
      .toEqual(['delivered', 'delivered', 'delivered']);
    // Nothing is closed, or told, a second time by the next start.
    await second.stop('SIGKILL');
    await installation.start();
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
