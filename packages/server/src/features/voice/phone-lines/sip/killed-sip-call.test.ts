import { type Call, createCall } from '@tendril/contract/api/calls';
import { createPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../../testing/call-driver.ts';
import { agentLoudness, CallInstallation, lengthsOf } from '../../../../testing/call-installation.ts';
import { databases } from '../../../../testing/databases.ts';
import { sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { SpeakingPhone } from '../testing/speaking-phone.ts';
import { askWithinLostCall } from '../testing/stray-request.ts';

const ours = '+12025550123';
const theirs = '+12025550199';
const sipPort = await claimSipPort();
const outsidePort = await claimSipPort();
const bread = 'Our bread is baked every night. '.repeat(30);
const patience = { timeout: 60_000, interval: 100 };
/** Sound and events are written once a second. */
const lostMs = 1500;

describe.each(databases)('a telephone call whose server is killed, on %s', (database) => {
  let installation: CallInstallation;
  let outside: Awaited<ReturnType<typeof sipOffice>>;

  afterEach(async () => {
    await outside.close();
    await installation.close();
  });

  it('is closed in words, plays to its last second, tells each receiver once, and its number answers again', {
    timeout: 240_000,
  }, async () => {
    installation = await CallInstallation.open(database);
    const { person, receiver } = installation;
    outside = await sipOffice({ port: outsidePort, trunkPorts: [sipPort] });
    const start = () =>
      installation.start({
        ...{
          SIP_PORT: `${sipPort}`,
          SIP_HOST: '127.0.0.1',
          RTP_PORTS: `${sipPort + 10_000}-${sipPort + 10_199}`,
        },
        EGRESS_ALLOW: `127.0.0.1:${outsidePort}`,
      });
    const first = await start();
    await installation.register();
    const agentId = await makeAgent(person.user, {
      agent: { beginMessageDelayMs: 0, responsiveness: 1, interruptionSensitivity: 0 },
      llm: { generalPrompt: `The shop opens at seven in the morning. ${bread}` },
      settings: {
        webhookUrl: `${receiver.url}/hook`,
        webhookEvents: ['call_started', 'call_ended', 'call_analyzed'],
        reminderMaxCount: 0,
      },
    });
    const connection = { trunkUri: `127.0.0.1:${outsidePort}`, transport: 'udp' };
    const number = { phoneNumber: ours, provider: 'sip', inboundAgentId: agentId, connection };
    expect((await person.send('POST', createPhoneNumber.path, number)).status).toBe(201);
    const trunk = await outside.addNumber(theirs, sipPort);
    const callIn = async () => {
      const line = await outside.dial(trunk, ours, { maxMs: 200_000 });
      await line.answered;
      return new SpeakingPhone(line);
    };
    const newest = async () => (await installation.get<Call[]>(`${createCall.path}?limit=1`))[0];

    const phone = await callIn();
    await expect.poll(newest, patience).toMatchObject({ status: 'ongoing', line: { carrier: 'sip' } });
    const { id } = (await newest()) as Call;
    const turns = async () => (await installation.call(id)).transcript.map(({ content }) => content);
    await phone.speak('when does the shop open');
    await expect.poll(async () => (await turns()).join(), patience).toContain('seven in the morning');
    await expect.poll(() => installation.received(id), patience).toEqual(['call_started']);
    await phone.speak('tell me about the bread');
    await expect.poll(async () => (await turns()).at(-1), patience).toContain('baked every night');
    // In the middle of the agent's second answer, some seconds of which have been heard.
    const from = phone.heardMs;
    await expect.poll(() => phone.heardMs - from, patience).toBeGreaterThan(4000);
    expect(phone.loudness(from)).toBeGreaterThan(200);
    const before = await installation.call(id);
    await first.stop('SIGKILL');
    const killedMs = Date.now() - (before.startedAt ?? 0);

    const second = await start();
    await expect.poll(async () => (await installation.call(id)).status, patience).toBe('error');
    // Who is still there is told that there is no such call any more, whatever is asked.
    for (const method of ['INVITE', 'UPDATE', 'INFO', 'NOTIFY', 'BYE'] as const)
      expect(await askWithinLostCall({ port: sipPort, method, callId: phone.line.carrierCallId })).toBe(481);

    const call = await installation.call(id);
    expect(call).toMatchObject({ disconnectionReason: 'error_unknown', line: { state: 'ended' } });
    const events = await installation.events(id);
    expect(events.slice(-2)).toMatchObject([
      { type: 'call-error', message: 'The server stopped during the call.' },
      { type: 'call-end', durationMs: call.durationMs },
    ]);
    expect(call.transcript.map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'agent']);
    expect(bread).toContain(call.transcript.at(-1)?.content.trim());

    expect(call.durationMs).toBeGreaterThan(killedMs - 2 * lostMs);
    expect(call.durationMs).toBeLessThanOrEqual(killedMs + 1000);
    const wav = await installation.recording(call);
    const { saidMs, recordedMs } = lengthsOf(wav);
    expect([wav.toString('latin1', 0, 4), saidMs]).toEqual(['RIFF', recordedMs]);
    expect(recordedMs).toBeGreaterThan(killedMs - 2 * lostMs);
    expect(recordedMs).toBeLessThanOrEqual(call.durationMs);
    expect(call.durationMs - recordedMs).toBeLessThan(lostMs);
    expect(agentLoudness(wav, recordedMs - 1000)).toBeGreaterThan(200);

    for (const event of ['call_ended', 'call_analyzed'])
      await expect.poll(() => installation.received(id), patience).toContain(event);
    await expect
      .poll(() => installation.deliveryStates(agentId), patience)
      .toEqual(['delivered', 'delivered', 'delivered']);

    // The number answers the next call; the old one's other side gives up by itself, since nothing comes.
    const next = await callIn();
    await next.speak('when does the shop open');
    await expect
      .poll(async () => (await newest())?.transcript.map(({ content }) => content).join(), patience)
      .toContain('seven in the morning');
    expect(await phone.line.ended).toBe('error_no_audio_received');
    await next.line.close();
    const other = (await newest()) as Call;
    await expect
      .poll(() => installation.received(other.id).toSorted(), patience)
      .toEqual(['call_analyzed', 'call_ended', 'call_started']);

    // Nothing is closed, or told, a second time by the next start.
    await second.stop('SIGKILL');
    await start();
    const { status, disconnectionReason, durationMs, transcript } = call;
    expect(await installation.call(id)).toMatchObject({
      ...{ status, disconnectionReason, durationMs, transcript },
    });
    expect(installation.received(id).toSorted()).toEqual(['call_analyzed', 'call_ended', 'call_started']);
  });
});
