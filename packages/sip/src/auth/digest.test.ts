import { expect, it } from 'vitest';
import { SipHeaders } from '../message/sip-headers.ts';
import { noBody, type SipRequest } from '../message/sip-message.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { makeResponse } from '../transaction/make-response.ts';
import { DigestClient } from './digest-client.ts';
import { digestResponse } from './digest-response.ts';
import { DigestServer } from './digest-server.ts';

const login = { user: 'agent', password: 'secret' };

function invite(): SipRequest {
  const headers = new SipHeaders()
    .add('via', 'SIP/2.0/UDP a')
    .add('from', '<sip:a@b>;tag=1')
    .add('to', '<sip:c@d>');
  headers.add('call-id', '1').add('cseq', '1 INVITE');
  return { kind: 'request', method: 'INVITE', uri: 'sip:c@d', headers, body: noBody };
}

const challenged = (value: string) => makeResponse(invite(), 401, { headers: { 'www-authenticate': value } });

it('computes the digests of the standards', () => {
  const given = {
    ...{ user: 'Mufasa', password: 'Circle of Life', realm: 'http-auth@example.org', method: 'GET' },
    ...{ uri: '/dir/index.html', nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v' },
    qop: { cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ', count: '00000001' },
  };
  expect(digestResponse({ ...given, algorithm: 'MD5' })).toBe('8ca523f5e9506fed4657c9700eebdbec');
  expect(digestResponse({ ...given, algorithm: 'SHA-256' })).toBe(
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  );
  expect(
    digestResponse({
      ...{ algorithm: 'MD5', user: 'Mufasa', password: 'CircleOfLife', realm: 'testrealm@host.com' },
      ...{ nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093', method: 'GET', uri: '/dir/index.html' },
    }),
  ).toBe('1949323746fe6a43ef61f9606e7febea');
});

it('prefers SHA-256, counts its uses of a nonce, and repeats what it must not change', () => {
  const client = new DigestClient(login);
  const response = challenged('Digest realm="r", nonce="n1", algorithm=MD5, qop="auth"');
  response.headers.add(
    'www-authenticate',
    'Digest realm="r", nonce="n2", algorithm=SHA-256, qop="auth,auth-int", opaque="o"',
  );
  const first = client.answer(invite(), response)?.headers.get('authorization') ?? '';
  expect(first).toMatch(/algorithm=SHA-256.*nc=00000001, qop=auth, opaque="o"/);
  expect(client.authorize(invite()).headers.get('authorization')).toContain('nc=00000002');
});

it('answers a stale nonce, and a refused password not again', () => {
  const client = new DigestClient(login);
  const first = client.answer(invite(), challenged('Digest realm="r", nonce="n1", qop="auth"'));
  if (!first) throw new Error('Not answered.');
  expect(client.answer(first, challenged('Digest realm="r", nonce="n2", qop="auth"'))).toBeUndefined();
  expect(
    client.answer(first, challenged('Digest realm="r", nonce="n2", qop="auth", stale=TRUE')),
  ).toBeDefined();
});

it('answers its own realm only, and no scheme that it does not know', () => {
  const client = new DigestClient({ ...login, realm: 'ours' });
  expect(client.answer(invite(), challenged('Digest realm="theirs", nonce="n"'))).toBeUndefined();
  expect(client.answer(invite(), challenged('Basic realm="ours"'))).toBeUndefined();
  expect(
    client.answer(invite(), challenged('Digest realm="ours", nonce="n", algorithm=MD5-sess')),
  ).toBeUndefined();
});

it('lets nobody in twice by one proof, or by an old one, or with another address', () => {
  const clock = new ManualClock();
  const server = new DigestServer(clock, 'r');
  const proved = new DigestClient(login).answer(invite(), challenged(server.challenge()));
  if (!proved) throw new Error('Not answered.');
  expect(server.check({ ...proved, uri: 'sip:other@d' }, login)).toBe('wrong');
  expect(server.check(proved, { ...login, password: 'other' })).toBe('wrong');
  expect(server.check(proved, login)).toBe('right');
  expect(server.check(proved, login)).toBe('stale');
  const later = new DigestClient(login).answer(invite(), challenged(server.challenge()));
  clock.advance(61_000);
  expect(later && server.check(later, login)).toBe('stale');
  expect(server.check(invite(), login)).toBe('absent');
});
