import { expect, it } from 'vitest';
import type { ResolveName } from './checked-lookup.ts';
import { createPeerAddresses } from './peer-addresses.ts';

const names: Record<string, string[]> = {
  'trunk.example.com': ['93.184.216.1'],
  'a.example.com': ['93.184.216.2', '93.184.216.3'],
  'b.example.com': ['93.184.216.4'],
  'inside.example.com': ['10.0.0.5'],
};
const resolve = ((
  hostname: string,
  _options: object,
  done: (error: Error | null, found: object[]) => void,
) => {
  const found = names[hostname];
  const addresses = (found ?? []).map((address) => ({ address, family: 4 }));
  done(found ? null : new Error('ENOTFOUND'), addresses);
}) as unknown as ResolveName;

function addresses(
  records: Record<string, [name: string, port: number, priority: number, weight: number][]>,
) {
  const asked: string[] = [];
  const find = async (name: string) => {
    asked.push(name);
    return (records[name] ?? []).map(([host, port, priority, weight]) => ({
      name: host,
      port,
      priority,
      weight,
    }));
  };
  return { asked, ...createPeerAddresses({ egressAllow: ['pbx.local:5060'] }, resolve, find) };
}

it('finds the places of a service in their order, each with its port', async () => {
  const { locate } = addresses({
    '_sip._udp.trunk.example.com': [
      ['b.example.com', 5080, 20, 0],
      ['a.example.com', 5070, 10, 0],
    ],
  });
  expect(await locate('_sip._udp', 'trunk.example.com', 5060)).toEqual([
    { address: '93.184.216.2', port: 5070 },
    { address: '93.184.216.3', port: 5070 },
    { address: '93.184.216.4', port: 5080 },
  ]);
});

it('draws among places of one priority by their weight', async () => {
  const { locate } = addresses({
    '_sip._udp.trunk.example.com': [
      ['b.example.com', 5060, 10, 90],
      ['trunk.example.com', 5060, 10, 10],
    ],
  });
  let first = 0;
  for (let round = 0; round < 400; round += 1)
    if ((await locate('_sip._udp', 'trunk.example.com', 5060))[0]?.address === '93.184.216.4') first += 1;
  expect(first).toBeGreaterThan(300);
  expect(first).toBeLessThan(400);
});

it('takes the host itself where the name has no such records, and asks for none of an address', async () => {
  const { locate, asked } = addresses({});
  expect(await locate('_sips._tcp', 'trunk.example.com', 5061)).toEqual([
    { address: '93.184.216.1', port: 5061 },
  ]);
  expect(await locate('_sip._udp', '93.184.216.9', 5060)).toEqual([{ address: '93.184.216.9', port: 5060 }]);
  expect(asked).toEqual(['_sips._tcp.trunk.example.com']);
});

it('ATK: a record that points inside is refused like the address itself', async () => {
  const { locate } = addresses({ '_sip._udp.trunk.example.com': [['inside.example.com', 5060, 1, 1]] });
  await expect(locate('_sip._udp', 'trunk.example.com', 5060)).rejects.toMatchObject({
    code: 'EGRESS_DENIED',
  });
});
