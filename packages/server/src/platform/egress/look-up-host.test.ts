import { expect, it } from 'vitest';
import type { ResolveName } from './checked-lookup.ts';
import { createHostLookup } from './look-up-host.ts';

const names: Record<string, string[]> = {
  'sip.example.com': ['93.184.216.34'],
  'inside.example.com': ['10.0.0.5'],
  'half.example.com': ['93.184.216.34', '127.0.0.1'],
};
const resolve = ((
  hostname: string,
  _options: object,
  done: (error: Error | null, found: object[]) => void,
) => {
  const found = names[hostname];
  done(
    found ? null : new Error('ENOTFOUND'),
    (found ?? []).map((address) => ({ address, family: 4 })),
  );
}) as unknown as ResolveName;

it.each([
  ['sip.example.com', '5060', 'found'],
  ['nowhere.example.com', '5060', 'missing'],
  ['inside.example.com', '5060', 'blocked'],
  ['half.example.com', '5060', 'blocked'],
  ['trunk.local', '5060', 'blocked'],
  ['93.184.216.34', '5061', 'found'],
  ['[::1]', '5061', 'blocked'],
  ['127.0.0.1', '5061', 'blocked'],
  ['127.0.0.1', '5060', 'found'],
  ['pbx.local', '5060', 'missing'],
])('a trunk at %s:%s is %s', async (hostname, port, finding) => {
  const lookUp = createHostLookup({ egressAllow: ['127.0.0.1:5060', 'pbx.local:5060'] }, resolve);
  expect(await lookUp(hostname, port)).toBe(finding);
});
