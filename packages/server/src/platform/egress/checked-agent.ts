import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import { AppError } from '@tendril/contract/app-error';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './address-policy.ts';
import type { EgressRules } from './egress-rules.ts';

const connectMs = 5000;
const firstByteMs = 300_000;
const silenceMs = 120_000;
/** Unpacked; each socket sets a smaller limit of its own. */
const maxMessageBytes = 16 * 1024 * 1024;

/** Finds the addresses of a name; another one in tests. */
export type ResolveName = typeof resolveName;
type Resolved = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A pool of kept-alive connections that are opened to checked addresses only. */
export function createCheckedAgent(rules: EgressRules, resolve: ResolveName = resolveName): Agent {
  const timing = { timeout: connectMs, keepAlive: true } as const;
  const plain = buildConnector(timing);
  const checked = buildConnector({ ...timing, lookup: checkedLookup(resolve) as typeof resolveName });

  return new Agent({
    connect(options, callback) {
      const hostname = options.hostname.replace(/^\[|\]$/g, '');
      if (rules.isException(hostname, options.port, options.protocol)) return plain(options, callback);
      // A literal address is dialled without a look-up, so it is checked here.
      if (isIP(hostname) && !isPublicAddress(hostname)) return callback(denied(options.host), null);
      return checked(options, callback);
    },
    connections: 512,
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 120_000,
    // A model on a slow machine answers whole after minutes; whoever wants less passes a time limit.
    headersTimeout: firstByteMs,
    bodyTimeout: silenceMs,
    webSocket: { maxPayloadSize: maxMessageBytes, maxFragments: 4096 },
  });
}

/**
 * The refusal: the address as it was asked for, and the setting that would allow it. It says nothing of what a name
 * resolved to or of what lies there, so that nobody can map our network by it.
 */
export function denied(asked: string | undefined): AppError {
  const address = asked ? `The address ${asked}` : 'This address';
  return new AppError(
    'EGRESS_DENIED',
    `${address} is blocked by the network policy. Whoever runs the server can allow it with EGRESS_ALLOW.`,
  );
}

// The address that is checked is the one that is dialled: a second look-up could answer something else.
function checkedLookup(resolve: ResolveName) {
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
