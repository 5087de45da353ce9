import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { writeRtp } from '@tendril/sip/rtp/rtp-packet';
import { encodeG711, g711Silence } from '@tendril/voice/audio/g711';
import { afterEach, expect, it } from 'vitest';
import { listenTo, sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { shareOfTone, toneFrame } from '../testing/tone-file.ts';

const ours = '+12025550123';
const called = '+12025550199';
const closing: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A trunk whose responses are sent when the test says so, with its sound. */
async function startTrunk() {
  const [signalling, sound] = [createSocket('udp4'), createSocket('udp4')];
  for (const socket of [signalling, sound]) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    closing.push(() => void socket.close());
  }
  let invite: { lines: string[]; body: string; from: RemoteInfo } | undefined;
  const requests: string[] = [];
  const heard: Buffer[] = [];
  sound.on('message', (packet) => heard.push(packet));
  signalling.on('message', (message, from) => {
    const [head = '', body = ''] = message.toString().split('\r\n\r\n');
    const lines = head.split('\r\n');
    const method = lines[0]?.split(' ')[0] ?? '';
    requests.push(method);
    if (method === 'INVITE') invite ??= { lines, body, from };
    else if (method !== 'ACK') send(200, lines, from);
  });

  function send(status: number, lines: readonly string[], from: RemoteInfo, more: string[] = [], body = '') {
    const kept = lines.filter((line) => /^(Via|From|Call-ID|CSeq):/i.test(line));
    const to = lines.find((line) => /^To:/i.test(line)) ?? '';
    const tagged = to.includes('tag=') ? to : `${to};tag=trunk`;
    const text = [
      `SIP/2.0 ${status} X`,
      ...kept,
      tagged,
      ...more,
      `Content-Length: ${body.length}`,
      '',
      body,
    ];
    signalling.send(text.join('\r\n'), from.port, from.address);
  }

  let sequence = 1;
  return {
    port: signalling.address().port,
    requests,
    heard,
    isCalled: () => invite !== undefined,
    respond(status: number, more: string[] = []) {
      if (!invite) throw new Error('No call has arrived.');
      const { port } = sound.address();
      const body = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'];
      body.push(`m=audio ${port} RTP/AVP 0 101`, 'a=rtpmap:101 telephone-event/8000', '');
      const contact = `Contact: <sip:trunk@127.0.0.1:${signalling.address().port}>`;
      const headers = [contact, 'Content-Type: application/sdp', ...more];
      send(status, invite.lines, invite.from, headers, body.join('\r\n'));
    },
    /** Frames of a tone to where our side takes sound. */
    play(hertz: number, frames: number) {
      const port = Number(/m=audio (\d+)/.exec(invite?.body ?? '')?.[1]);
      for (let index = 0; index < frames; index += 1) {
        const payload = encodeG711('pcmu', toneFrame(hertz, index));
        const packet = {
          payloadType: 0,
          hasMarker: false,
          sequence,
          timestamp: 160 * sequence,
          ssrc: 7,
          payload,
        };
        sound.send(writeRtp(packet), port, '127.0.0.1');
        sequence += 1;
      }
    },
  };
}

it('what the network plays before the answer reaches no agent, and nobody speaks into it', async () => {
  const trunk = await startTrunk();
  const port = await claimSipPort();
  const office = await sipOffice({ port, trunkPorts: [trunk.port] });
  closing.push(() => office.close());
  const line = await office.dial(await office.addNumber(ours, trunk.port), called);
  const heard = listenTo(line);
  const states: string[] = [line.state];
  line.onState((state) => states.push(state));
  let isAnswered = false;
  line.answered.then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  await expect.poll(() => trunk.isCalled()).toBe(true);
  trunk.respond(183, ['Require: 100rel', 'RSeq: 31']);
  await expect.poll(() => trunk.requests).toContain('PRACK');
  // Silence opens the way through NAT.
  await expect.poll(() => trunk.heard.length).toBeGreaterThan(3);
  // A tone as long as the beep of a mailbox.
  trunk.play(1000, 50);
  await expect.poll(() => line.earlyMs?.()).toBe(1000);
  expect([isAnswered, states.includes('answered'), heard.samples.length]).toEqual([false, false, 0]);
  const before = trunk.heard.slice();
  expect(before.every((packet) => packet.subarray(12).every((one) => one === g711Silence.pcmu))).toBe(true);

  trunk.respond(200);
  await line.answered;
  trunk.play(440, 50);
  await expect.poll(() => heard.samples.length).toBe(8000);
  const samples = Int16Array.from(heard.samples);
  expect(shareOfTone(samples, 440)).toBeGreaterThan(0.9);
  expect(shareOfTone(samples, 1000)).toBeLessThan(0.05);
  expect(line.earlyMs?.()).toBe(1000);
  await line.close();
});

it('an announcement before a refusal ends without an answer', async () => {
  const trunk = await startTrunk();
  const port = await claimSipPort();
  const office = await sipOffice({ port, trunkPorts: [trunk.port] });
  closing.push(() => office.close());
  const line = await office.dial(await office.addNumber(ours, trunk.port), called);
  const heard = listenTo(line);
  await expect.poll(() => trunk.isCalled()).toBe(true);
  trunk.respond(183);
  trunk.play(660, 20);
  await expect.poll(() => line.earlyMs?.()).toBeGreaterThan(0);
  trunk.respond(404);
  expect(await line.ended).toBe('invalid_destination');
  expect(heard.samples).toEqual([]);
  await expect.poll(() => office.lines.active).toBe(0);
});
