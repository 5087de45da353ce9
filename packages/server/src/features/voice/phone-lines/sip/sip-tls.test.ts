import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';

const port = await claimSipPort();
const trunkPort = await claimSipPort();
const tlsPort = port + 1;
const number = '+12025550123';
let folder: string;
let office: Awaited<ReturnType<typeof sipOffice>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=calls.example', '-days', '2', '-nodes'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  office = await sipOffice({ port, trunkPorts: [trunkPort], tls: { port: tlsPort, cert, key } });
  await office.addNumber(number, trunkPort);
});
afterAll(async () => {
  await office.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A trunk's connection; it collects what it is sent. */
async function open(): Promise<{ socket: TLSSocket; received: () => string }> {
  const socket = connect({ host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false });
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return { socket, received: () => text };
}
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
const sdp = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 7390 RTP/SAVP 0 101',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:101 telephone-event/8000',
  `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${Buffer.alloc(30, 7).toString('base64')}`,
  '',
].join('\r\n');
const request = (method: string, callId: string, body = '') =>
  [
    `${method} sip:${number}@127.0.0.1:${tlsPort};transport=tls SIP/2.0`,
    `Via: SIP/2.0/TLS 127.0.0.1:${trunkPort};branch=z9hG4bK${callId};rport`,
    'From: <sip:+12025550199@127.0.0.1>;tag=a',
    `To: <sip:${number}@127.0.0.1>`,
    `Call-ID: ${callId}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:+12025550199@127.0.0.1:${trunkPort};transport=tls>`,
    'Max-Forwards: 70',
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');

it('a call arrives over an encrypted connection, and its sound is encrypted', async () => {
  const { socket, received } = await open();
  socket.write(request('INVITE', 'call-1', sdp));
  await expect.poll(received).toContain('SIP/2.0 200 OK');
  const answer = received().slice(received().indexOf('SIP/2.0 200 OK'));
  expect(answer).toContain('m=audio');
  expect(answer).toContain('RTP/SAVP');
  expect(answer).toContain('a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:');
  expect(answer).toContain(`Contact: <sip:agent@127.0.0.1:${tlsPort};transport=tls>`);
  expect(office.offers.at(-1)).toMatchObject({ to: number, from: '+12025550199' });
  await office.arrived.at(-1)?.close();
  await expect.poll(received).toContain('BYE ');
  socket.destroy();
});

it('ATK: what is no TLS, and no SIP within it, ends its connection and nothing else', async () => {
  const plain = connectTcp({ host: '127.0.0.1', port: tlsPort });
  plain.on('error', () => {});
  plain.write(request('OPTIONS', 'plain'));
  await closed(plain);
  const noise = await open();
  noise.socket.write(Buffer.alloc(200_000, 0x41));
  await closed(noise.socket);
  const { socket, received } = await open();
  socket.write(request('OPTIONS', 'after'));
  await expect.poll(received).toContain('SIP/2.0 200 OK');
  socket.destroy();
});

it('ATK: one address keeps sixteen connections at most', async () => {
  const all = await Promise.all(Array.from({ length: 16 }, () => open()));
  const more = connect({ host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false });
  more.on('error', () => {});
  await closed(more);
  for (const { socket } of all) socket.destroy();
});
