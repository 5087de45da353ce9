import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSdp } from '../sdp/sdp.ts';
import { MessageStream } from './message-stream.ts';
import { parseNameAddress, tagOf } from './name-address.ts';
import { parseMessage } from './parse-message.ts';
import type { SipMessage } from './sip-message.ts';
import { parseUri, writeUri } from './sip-uri.ts';
import { parseVia } from './via.ts';
import { writeMessage } from './write-message.ts';

const lines = [
  'INVITE sip:+12025550123@example.com SIP/2.0',
  'v: SIP/2.0/UDP 192.0.2.1:5070;branch=z9hG4bKa;rport, SIP/2.0/TCP [2001:db8::1];branch=z9hG4bKb',
  'f: "Ann, \\"the\\" caller" <sip:ann@example.org;transport=udp>;tag=1',
  't: sip:agent@example.com',
  'i: one@example.org',
  'CSeq: 7 INVITE',
  'm: <sip:ann@192.0.2.1:5070>',
  'Subject: a subject',
  '  that goes on',
  'l: 4',
];
const bytesOf = (parts: readonly string[], body = 'v=0\n') => Buffer.from([...parts, '', body].join('\r\n'));
const replaced = (index: number, line: string) => bytesOf(lines.with(index, line));

it('reads short names, folded lines and lists', () => {
  const message = parseMessage(bytesOf(lines));
  if (message?.kind !== 'request') throw new Error('Not read.');
  const { headers } = message;
  expect([message.method, message.uri, headers.get('subject')]).toEqual([
    'INVITE',
    'sip:+12025550123@example.com',
    'a subject that goes on',
  ]);
  expect(headers.list('via').map((text) => parseVia(text)?.host)).toEqual(['192.0.2.1', '2001:db8::1']);
  expect(parseNameAddress(headers.get('from') ?? '')).toMatchObject({ name: 'Ann, "the" caller' });
  expect(tagOf(headers.get('from'))).toBe('1');
  expect(Buffer.from(message.body).toString()).toBe('v=0\n');
});

it.each([
  ['two senders', bytesOf([...lines, 'From: <sip:other@example.org>'])],
  ['two lengths', bytesOf([...lines, 'Content-Length: 0'])],
  ['a length beyond its end', replaced(9, 'l: 5')],
  ['a negative length', replaced(9, 'l: -4')],
  ['a count of another method', replaced(5, 'CSeq: 7 BYE')],
  ['no number', replaced(5, 'CSeq: INVITE')],
  ['no Via that can be read', replaced(1, 'v: nonsense')],
  ['a header without a name', replaced(6, ': value')],
  ['a zero inside', replaced(7, 'Subject: a\0b')],
  ['a lone line break', replaced(7, 'Subject: a\nVia: b')],
  ['another version', replaced(0, 'INVITE sip:a@b SIP/3.0')],
  ['a first line that goes on', Buffer.concat([Buffer.from(' folded\r\n'), bytesOf(lines)])],
  ['too many lines', bytesOf([...lines, ...Array.from({ length: 300 }, () => 'X: y')])],
  ['a line too long', replaced(7, `Subject: ${'a'.repeat(9000)}`)],
  ['no end', Buffer.from(lines.join('\r\n'))],
])('refuses a message with %s', (_what, bytes) => {
  expect(parseMessage(bytes)).toBeUndefined();
});

it('no bytes make a reader throw', () => {
  const alphabet = fc.constantFrom(...'\r\n\t :;,<>"\\=@?%[]()aSIP/2.0INVITE5v=tag&\0\u00ff');
  const text = fc.array(alphabet, { maxLength: 400 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(text, fc.nat(lines.length - 1), (noise, index) => {
      const message = parseMessage(replaced(index, noise));
      if (message) expect(parseMessage(writeMessage(message))).toBeDefined();
      for (const read of [parseNameAddress, parseUri, parseVia, tagOf]) read(noise);
      parseSdp(Buffer.from(noise));
      parseSdp(Buffer.from(`v=0\r\nc=IN IP4 192.0.2.1\r\nm=audio 4000 RTP/AVP 0\r\n${noise}`));
      parseMessage(Buffer.from(noise));
    }),
    { numRuns: 2000 },
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => void parseMessage(bytes)));
});

it.each([
  ['an open quote', `"${'\\"'.repeat(30_000)}`],
  ['commas', ','.repeat(60_000)],
  ['brackets', '<'.repeat(60_000)],
  ['spaces', ' '.repeat(60_000)],
  ['line breaks', '\r\n'.repeat(30_000)],
  ['folds', '\r\n '.repeat(20_000)],
  ['digits', '1'.repeat(60_000)],
  ['dots', 'a.'.repeat(30_000)],
])('reading much of %s takes no longer than reading much of anything', (_what, noise) => {
  const startedAt = performance.now();
  for (const index of lines.keys()) parseMessage(replaced(index, `${lines[index]?.split(' ')[0]} ${noise}`));
  for (const read of [parseNameAddress, parseUri, parseVia, tagOf]) read(noise);
  parseSdp(Buffer.from(noise));
  // A reader that goes back over what it has read would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

it('writes an address as it was read', () => {
  for (const text of ['sip:+1202@example.com:5070;transport=tcp', 'sips:[2001:db8::1]', 'tel:+12025550123'])
    expect(writeUri(parseUri(text) ?? { scheme: 'sip', user: '', host: '', params: new Map() })).toBe(text);
  expect(parseUri('sip:a%0d%0aVia:b@example.com')).toBeUndefined();
  expect(parseUri('http://example.com')).toBeUndefined();
});

it('a line break in a value begins no header', () => {
  const message = parseMessage(bytesOf(lines)) as SipMessage;
  message.headers.set('subject', 'one\r\nVia: two');
  expect(Buffer.from(writeMessage(message)).toString()).toContain('Subject: one Via: two\r\n');
});

it('a connection is cut into messages wherever its pieces end', () => {
  const stream = Buffer.concat([
    bytesOf(lines),
    Buffer.from('\r\n\r\n'),
    bytesOf(lines),
    bytesOf(lines, 'v=1\n'),
  ]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 40 }), (sizes) => {
      const found: SipMessage[] = [];
      const counts = { pings: 0, broken: 0 };
      const reader = new MessageStream({
        onMessage: (message) => found.push(message),
        onPing: () => {
          counts.pings += 1;
        },
        onBroken: () => {
          counts.broken += 1;
        },
      });
      let at = 0;
      for (const size of [...sizes, stream.length]) {
        reader.push(stream.subarray(at, at + size));
        at += size;
      }
      expect([found.length, counts.pings, counts.broken]).toEqual([3, 1, 0]);
    }),
  );
});

it('a connection that speaks something else is given up', () => {
  let broken = 0;
  const onBroken = () => {
    broken += 1;
  };
  const reader = new MessageStream({ onMessage() {}, onPing() {}, onBroken });
  reader.push(Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  reader.push(bytesOf(lines));
  expect(broken).toBe(1);
  const endless = new MessageStream({ onMessage() {}, onPing() {}, onBroken });
  for (let count = 0; count < 100; count += 1) endless.push(Buffer.alloc(1000, 'a'));
  expect(broken).toBe(2);
});
