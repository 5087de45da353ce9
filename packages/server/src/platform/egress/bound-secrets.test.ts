import { expect, it } from 'vitest';
import { createBoundSecrets } from './bound-secrets.ts';

const value = 'sk-CANARY-of-sixteen-and-more';
const vendor = 'https://api.vendor.test';

function make(values = [value], origins = [vendor]) {
  const refused: string[] = [];
  const secrets = createBoundSecrets();
  secrets.bind('w', { id: 'c', values, origins, onRefusal: (origin) => refused.push(origin) });
  const send = (url: string, headers: Record<string, string> = {}, body: string | Uint8Array | null = null) =>
    secrets.check('w', { url: new URL(url), headers, body });
  return { secrets, send, refused };
}

it.each<[string, string, Record<string, string>, string | Uint8Array | null]>([
  ['a bearer', 'https://evil.test/', { authorization: `Bearer ${value}` }, null],
  ['a header of its own', 'https://evil.test/', { 'x-any': `a${value}b` }, null],
  ['basic', 'https://evil.test/', { authorization: `Basic ${btoa(`user:${value}`)}` }, null],
  ['the query', `https://evil.test/?k=${encodeURIComponent(value)}`, {}, null],
  ['the path', `https://evil.test/${value}/x`, {}, null],
  ['a body', 'https://evil.test/', {}, JSON.stringify({ key: value })],
  ['bytes', 'https://evil.test/', {}, Buffer.from(`key=${value}`)],
  ['the vendor without TLS', 'http://api.vendor.test/', { authorization: `Bearer ${value}` }, null],
  ['the vendor on another port', 'https://api.vendor.test:8443/', { authorization: value }, null],
  ['a socket', 'wss://evil.test/', { authorization: value }, null],
])('%s: does not take a secret to another host', (_where, url, headers, body) => {
  const { send, refused } = make();
  expect(() => send(url, headers, body)).toThrow(/was not stored for/);
  expect(refused).toHaveLength(1);
});

it('goes to its own hosts, by pattern too, and what carries none goes anywhere', () => {
  const { send } = make([value], [vendor, 'https://*.region.test']);
  send(vendor, { authorization: `Bearer ${value}` });
  send('wss://api.vendor.test/live', { authorization: `Token ${value}` });
  send('https://west.region.test/', { authorization: value });
  send('https://evil.test/', { authorization: 'Bearer other' }, '{}');
  expect(() => send('https://evilregion.test/', { authorization: value })).toThrow();
});

it('looks for a short secret as a whole word only, and not among those of another workspace', () => {
  const { send, secrets } = make(['local-key']);
  send('https://evil.test/', { 'x-any': 'my-local-keyboard' });
  expect(() => send('https://evil.test/', { authorization: 'Bearer local-key' })).toThrow();
  expect(() => send('https://evil.test/?key=local-key')).toThrow();
  const headers = { authorization: 'Bearer local-key' };
  secrets.check('other', { url: new URL('https://evil.test/'), headers, body: null });
});

it('a key that is stored once for each of two servers goes to both', () => {
  const { secrets, send } = make();
  secrets.bind('w', { id: 'd', values: [value], origins: ['http://127.0.0.1:8080'] });
  send('http://127.0.0.1:8080/', { authorization: `Bearer ${value}` });
  send(vendor, { authorization: `Bearer ${value}` });
});
