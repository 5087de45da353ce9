import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { isPublicAddress } from './address-policy.ts';
import { denied } from './denied.ts';

/** Resolves a name to addresses; replaced in tests. */
export type ResolveName = typeof resolveName;
type Resolved = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A look-up that gives public addresses only. What it gives is connected to: a second one could return another. */
export function checkedLookup(resolve: ResolveName = resolveName) {
  return (hostname: string, options: LookupOptions, done: Resolved): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
        return done(denied(hostname), []);
      const [first] = addresses;
      if (options.all || !first) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}
