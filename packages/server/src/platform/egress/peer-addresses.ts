import { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { isInsideName, isPublicAddress } from './address-policy.ts';
import type { ResolveName } from './checked-lookup.ts';
import { denied } from './denied.ts';
import { createEgressRules } from './egress-rules.ts';

interface ServiceRecord {
  name: string;
  port: number;
  priority: number;
  weight: number;
}

/** The records of a service; empty when there are none. */
type FindServices = (name: string) => Promise<ServiceRecord[]>;

/** A name with more places than this is not one of a carrier. */
const mostServices = 8;

/** Addresses of servers that are not asked over HTTP, under the policy of every outbound request. */
export interface PeerAddresses {
  /** Every address of a host. Throws EGRESS_DENIED; empty when there is none. */
  resolve(hostname: string, port: number): Promise<string[]>;
  /**
   * Where a service of a name is, the places to be tried first at first (SRV); without such records at the host itself.
   * Throws EGRESS_DENIED; empty when there is none.
   */
  locate(service: string, hostname: string, usualPort: number): Promise<{ address: string; port: number }[]>;
  /** Whether a literal address may be sent to. */
  permits(address: string, port: number): boolean;
}

export function createPeerAddresses(
  config: Pick<Config, 'egressAllow'>,
  resolveName: ResolveName = lookup,
  findServices: FindServices = askForServices,
): PeerAddresses {
  const rules = createEgressRules(config);
  const permits = (address: string, port: number) =>
    rules.isException(address, String(port), '') || isPublicAddress(address);
  const peers: PeerAddresses = {
    permits,
    async locate(service, hostname, usualPort) {
      const hasServices = isIP(hostname) === 0 && !isInsideName(hostname);
      const services = hasServices ? inOrder(await findServices(`${service}.${hostname}`)) : [];
      const hosts = services.length > 0 ? services : [{ name: hostname, port: usualPort }];
      const found = await Promise.all(
        hosts.map(async ({ name, port }) =>
          (await peers.resolve(name, port)).map((address) => ({ address, port })),
        ),
      );
      return found.flat();
    },
    async resolve(hostname, port) {
      const isException = rules.isException(hostname, String(port), '');
      if (isIP(hostname) !== 0) {
        if (permits(hostname, port)) return [hostname];
        throw denied(hostname);
      }
      if (!isException && isInsideName(hostname)) throw denied(hostname);
      const { promise, resolve } = Promise.withResolvers<string[]>();
      resolveName(hostname, { all: true }, (error, found) =>
        resolve(error ? [] : found.map(({ address }) => address)),
      );
      const addresses = await promise;
      if (!isException && !addresses.every(isPublicAddress)) throw denied(hostname);
      return addresses;
    },
  };
  return peers;
}

/** The order of a standard, RFC 2782: by priority, and within one drawn by weight. */
function inOrder(services: readonly ServiceRecord[]): ServiceRecord[] {
  const key = ({ weight }: ServiceRecord) => (weight === 0 ? 0 : Math.random() ** (1 / weight));
  const drawn = services.map((service) => ({ service, key: key(service) }));
  return drawn
    .toSorted((one, other) => one.service.priority - other.service.priority || other.key - one.key)
    .slice(0, mostServices)
    .map(({ service }) => service);
}

async function askForServices(name: string): Promise<ServiceRecord[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  // A name without such records is asked for its address.
  return resolver.resolveSrv(name).catch(() => []);
}
