import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { DigestServer } from './auth/digest-server.ts';
import { parseMessage } from './message/parse-message.ts';
import { parseSdp } from './sdp/sdp.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { settle, sipNetwork } from './testing/sip-network.ts';

const lines = (all: readonly string[]) => `${all.join('\r\n')}\r\n`;
const head = ['v=0', 'o=- 1 1 IN IP4 10.0.0.9', 's=-', 'c=IN IP4 10.0.0.9', 't=0 0'];
const invite = (body: string, callId: string) =>
  Buffer.from(
    lines([
      'INVITE sip:+12025550123@10.0.0.2 SIP/2.0',
      `Via: SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK${callId}`,
      'From: <sip:x@10.0.0.1>;tag=x',
      'To: <sip:+12025550123@10.0.0.2>',
      `Call-ID: ${callId}`,
      'CSeq: 1 INVITE',
      'Contact: <sip:x@10.0.0.1>',
      'Content-Type: application/sdp',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
    ]) + body,
  );

it('ATK: descriptions of sound that are far too long are read in no time, or not at all', () => {
  const formats = Array.from({ length: 8000 }, (_, index) => String(index % 128)).join(' ');
  const bodies = [
    lines([...head, `m=audio 4000 RTP/AVP ${formats}`]),
    lines([...head, ...Array.from({ length: 5000 }, () => 'm=audio 4000 RTP/AVP 0')]),
    lines([
      ...head,
      'm=audio 4000 RTP/AVP 0',
      ...Array.from({ length: 5000 }, () => `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${'A'.repeat(40)}`),
    ]),
    lines([...head, `m=audio 4000 RTP/AVP 0`, `a=${'x'.repeat(60_000)}`]),
    lines([...head, 'm=audio 99999999999999999999 RTP/AVP 0']),
    `${'v='.repeat(30_000)}`,
  ];
  let read = 0;
  for (const body of bodies) {
    parseSdp(Buffer.from(body));
    read += 1;
  }
  expect(read).toBe(bodies.length);
});

it('ATK: a call with such a description is answered or refused, and leaves nothing', async () => {
  const network = sipNetwork();
  const formats = Array.from({ length: 400 }, (_, index) => String(index % 128)).join(' ');
  for (let index = 0; index < 30; index += 1) {
    const message = parseMessage(invite(lines([...head, `m=audio 4000 RTP/AVP ${formats}`]), `big${index}`));
    if (message) network.theirs.receive(message, { transport: 'udp', address: '10.0.0.1', port: 5060 });
    const call = network.invites.length > 0 ? network.accept() : undefined;
    call?.call.answer();
    call?.call.hangUp();
  }
  network.clock.advance(400_000);
  await settle();
  expect([network.theirs.calls, network.theirs.transactions]).toEqual([0, 0]);
});

it('ATK: a flood of calls, registrations and departures of nobody leaves nothing', () => {
  const network = sipNetwork();
  network.admits.value = false;
  const before = network.log.length;
  for (let index = 0; index < 2000; index += 1)
    for (const method of ['INVITE', 'REGISTER', 'BYE', 'CANCEL', 'ACK', 'REFER', 'NOTIFY']) {
      const text = invite('', `flood${index}`).toString().replaceAll('INVITE', method);
      const message = parseMessage(Buffer.from(text));
      if (message) network.theirs.receive(message, { transport: 'udp', address: '10.0.0.66', port: 5060 });
    }
  network.clock.advance(1000);
  expect([network.theirs.transactions, network.theirs.calls, network.invites.length]).toEqual([0, 0, 0]);
  expect(network.log.length).toBe(before);
});

it('ATK: a proof of a password counts once, for its own request, and for a few minutes', () => {
  const clock = new ManualClock();
  const server = new DigestServer(clock, 'calls');
  const login = { user: 'trunk', password: 'secret' };
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const challenge = server.challenge(false);
  const nonce = /nonce="([^"]+)"/.exec(challenge)?.[1] ?? '';
  const algorithm = /algorithm=("?)(MD5|SHA-256)\1/.exec(challenge)?.[2] ?? 'MD5';
  const hash = (text: string) =>
    algorithm === 'MD5' ? md5(text) : createHash('sha256').update(text).digest('hex');
  const uri = 'sip:+12025550123@10.0.0.2';
  const proof = (count: string, method = 'INVITE') => {
    const response = hash(
      `${hash('trunk:calls:secret')}:${nonce}:${count}:abc:auth:${hash(`${method}:${uri}`)}`,
    );
    const header = `Digest username="trunk", realm="calls", nonce="${nonce}", uri="${uri}", qop=auth, nc=${count}, cnonce="abc", response="${response}", algorithm=${algorithm}`;
    const message = parseMessage(
      Buffer.from(
        invite('', 'digest').toString().replace('Contact:', `Authorization: ${header}\r\nContact:`),
      ),
    );
    if (message?.kind !== 'request') throw new Error('Not a request.');
    return message;
  };
  expect(server.check(proof('00000001'), login)).toBe('right');
  expect(server.check(proof('00000001'), login)).not.toBe('right');
  expect(server.check(proof('00000002', 'BYE'), login)).not.toBe('right');
  expect(server.check(proof('00000003'), { ...login, password: 'other' })).not.toBe('right');
  clock.advance(3_600_000);
  expect(server.check(proof('00000004'), login)).not.toBe('right');
});

it('ATK: a trunk that changes the codec of a call again and again is slowed down, and keeps its call', async () => {
  const network = sipNetwork();
  network.dial();
  network.clock.advance(10);
  const callee = network.accept();
  callee.call.answer();
  network.clock.advance(10);
  await settle();
  const agreed = callee.media.length;
  const dialog = callee.call.dialog;
  const change = (index: number) => {
    const format = index % 2 === 0 ? ['8', 'PCMA/8000'] : ['111', 'opus/48000/2'];
    const body = lines([...head, `m=audio 4000 RTP/AVP ${format[0]}`, `a=rtpmap:${format.join(' ')}`]);
    for (const method of ['INVITE', 'ACK']) {
      const message = parseMessage(
        Buffer.from(
          lines([
            `${method} sip:+12025550123@10.0.0.2 SIP/2.0`,
            `Via: SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK${method}${index}`,
            `From: <sip:x@10.0.0.1>;tag=${dialog.remoteTag}`,
            `To: <sip:+12025550123@10.0.0.2>;tag=${dialog.localTag}`,
            `Call-ID: ${dialog.callId}`,
            `CSeq: ${1000 + index} ${method}`,
            'Contact: <sip:x@10.0.0.1>',
            ...(method === 'INVITE' ? ['Content-Type: application/sdp'] : []),
            `Content-Length: ${method === 'INVITE' ? Buffer.byteLength(body) : 0}`,
            '',
          ]) + (method === 'INVITE' ? body : ''),
        ),
      );
      if (message) network.theirs.receive(message, { transport: 'udp', address: '10.0.0.1', port: 5060 });
      network.clock.advance(2);
    }
  };
  for (let index = 0; index < 500; index += 1) change(index);
  expect(callee.media.length - agreed).toBe(10);
  network.clock.advance(60_000);
  expect([callee.end, network.theirs.calls]).toEqual([undefined, 1]);
  expect(network.theirs.transactions).toBeLessThan(3);
  change(1001);
  expect(callee.media.at(-1)?.codec).toBe('opus');
});
