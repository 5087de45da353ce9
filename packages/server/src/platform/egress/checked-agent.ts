import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import { AppError } from '@tendril/contract/app-error';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './address-policy.ts';
import type { EgressRules } from './egress-rules.ts';

const connectMs = 5000;
const firstByteMs = 300_000;
const silenceMs = 120_000;
/** After decompression; each socket sets a smaller limit of its own. */
const maxMessageBytes = 16 * 1024 * 1024;

/** Resolves a name to addresses; replaced in tests. */
export type ResolveName = typeof resolveName;
type Resolved = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A pool of keep-alive connections to checked addresses only. */
export function createCheckedAgent(rules: EgressRules, resolve: ResolveName = resolveName): Agent {
  const timing = { timeout: connectMs, keepAlive: true } as const;
  const plain = buildConnector(timing);
  const checked = buildConnector({ ...timing, lookup: checkedLookup(resolve) as typeof resolveName });

  return new Agent({
    connect(options, callback) {
      const hostname = options.hostname.replace(/^\[|\]$/g, '');
      if (rules.isException(hostname, options.port, options.protocol)) return plain(options, callback);
      // A literal address is connected to without a look-up, so it is checked here.
      if (isIP(hostname) && !isPublicAddress(hostname))
        return callback(denied(options.host ?? hostname), null);
      return checked(options, callback);
    },
    connections: 512,
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 120_000,
    // A model on a slow machine may take minutes for a whole answer; callers that want less pass a time limit.
    headersTimeout: firstByteMs,
    bodyTimeout: silenceMs,
    webSocket: { maxPayloadSize: maxMessageBytes, maxFragments: 4096 },
  });
}

/**
 * The refusal. It names the requested host and how to allow it, never what the name resolves to, so that it cannot be
 * used to map our network.
 */
export function denied(host: string): AppError {
  return new AppError(
    'EGRESS_DENIED',
    `${host} is blocked by the network policy: only public addresses are allowed. ` +
      'An administrator can allow it with the EGRESS_ALLOW setting.',
  );
}

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
