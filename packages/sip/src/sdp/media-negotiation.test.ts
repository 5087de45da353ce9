import { expect, it } from 'vitest';
import { MediaNegotiation } from './media-negotiation.ts';
import { parseSdp } from './sdp.ts';

const own = { address: '192.0.2.1', port: 4000, isEncrypted: false };
const head = ['v=0', 'o=- 1 1 IN IP4 192.0.2.2', 's=-', 'c=IN IP4 192.0.2.2', 't=0 0'];
const offerOf = (...lines: string[]) => Buffer.from([...head, ...lines, ''].join('\r\n'));

it('answers with the first format of the other side that it speaks', () => {
  const negotiation = new MediaNegotiation(own);
  const answer = negotiation.answer(
    offerOf('m=audio 5000 RTP/AVP 9 8 0 96', 'a=rtpmap:96 telephone-event/8000', 'a=sendrecv'),
  );
  expect(negotiation.agreed).toMatchObject({ codec: 'pcma', payloadType: 8, eventType: 96, port: 5000 });
  const sdp = answer && parseSdp(answer);
  expect(sdp?.audio.formats.map(({ payloadType }) => payloadType)).toEqual([8, 96]);
});

it('refuses the picture of an offer and keeps its place', () => {
  const answer = new MediaNegotiation(own).answer(
    offerOf('m=video 6000 RTP/AVP 31', 'm=audio 5000 RTP/AVP 0', 'a=sendonly'),
  );
  expect(Buffer.from(answer ?? []).toString()).toMatch(
    /m=video 0 RTP\/AVP 31\r\nm=audio 4000 RTP\/AVP 0\r\n(.*\r\n)*a=recvonly/,
  );
});

it.each([
  ['no format in common', ['m=audio 5000 RTP/AVP 9']],
  ['no sound', ['m=video 5000 RTP/AVP 31']],
  [
    'encryption that it does not speak',
    ['m=audio 5000 RTP/SAVP 0', 'a=crypto:1 F8_128_HMAC_SHA1_80 inline:AAAA'],
  ],
  ['encryption without keys', ['m=audio 5000 RTP/SAVP 0']],
  ['another profile', ['m=audio 5000 UDP/TLS/RTP/SAVPF 0']],
])('agrees on nothing for %s', (_what, lines) => {
  const negotiation = new MediaNegotiation(own);
  expect(negotiation.answer(offerOf(...lines))).toBeUndefined();
  expect(negotiation.agreed).toBeUndefined();
});

it('an answer in the clear to an encrypted offer is refused', () => {
  const negotiation = new MediaNegotiation({ ...own, isEncrypted: true });
  negotiation.offer();
  expect(negotiation.accept(offerOf('m=audio 5000 RTP/AVP 0'))).toBe(false);
});

it('an address of zeros holds the call', () => {
  const negotiation = new MediaNegotiation(own);
  negotiation.answer(offerOf('m=audio 5000 RTP/AVP 0', 'c=IN IP4 0.0.0.0'));
  expect(negotiation.agreed?.direction).toBe('inactive');
});

const opusLines = [
  'm=audio 5000 RTP/AVP 111 0 110',
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:110 telephone-event/48000',
];

it('agrees on Opus where the other side prefers it, with keys of the same clock', () => {
  const negotiation = new MediaNegotiation(own);
  const answer = negotiation.answer(offerOf(...opusLines));
  expect(negotiation.agreed).toMatchObject({ codec: 'opus', payloadType: 111, eventType: 110 });
  const text = Buffer.from(answer ?? []).toString();
  expect(text).toMatch(/m=audio 4000 RTP\/AVP 111 110\r\na=rtpmap:111 opus\/48000\/2\r\n/);
  expect(text).toContain('a=rtpmap:110 telephone-event/48000');
});

it('repeats the clock of keys that is not that of the sound', () => {
  const negotiation = new MediaNegotiation(own);
  const lines = [...opusLines.slice(0, 2), 'a=rtpmap:110 telephone-event/8000'];
  const answer = negotiation.answer(offerOf(...lines));
  expect(negotiation.agreed).toMatchObject({ codec: 'opus', eventType: 110, eventRate: 8000 });
  expect(Buffer.from(answer ?? []).toString()).toContain('a=rtpmap:110 telephone-event/8000');
});

it('offers Opus first, and takes the answer of who speaks G.711 alone', () => {
  const negotiation = new MediaNegotiation(own);
  const offered = parseSdp(negotiation.offer());
  expect(offered?.audio.formats.map(({ name, rate }) => `${name}/${rate}`)).toEqual([
    ...['opus/48000', 'pcmu/8000', 'pcma/8000', 'telephone-event/48000', 'telephone-event/8000'],
  ]);
  expect(negotiation.accept(offerOf('m=audio 5000 RTP/AVP 0'))).toBe(true);
  expect(negotiation.agreed).toMatchObject({ codec: 'pcmu', payloadType: 0, eventType: undefined });
});

it('agrees on no Opus that is not described as such', () => {
  const one = new MediaNegotiation(own).answer(
    offerOf('m=audio 5000 RTP/AVP 111', 'a=rtpmap:111 opus/16000'),
  );
  expect(one).toBeUndefined();
});
