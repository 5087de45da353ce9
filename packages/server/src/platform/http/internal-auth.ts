import { createHash, createHmac, randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import { isSame } from '../http/access-token.ts';

/** How far the clocks of two machines may differ. */
const windowMs = 60_000;
const names = {
  to: 'x-tendril-to',
  time: 'x-tendril-time',
  nonce: 'x-tendril-nonce',
  body: 'x-tendril-body',
  signature: 'x-tendril-signature',
} as const;
/** What proxies add: through one, nothing internal is answered. */
const proxied = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'];

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

interface InternalRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

/** What is known of a request before its body. */
interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ReceivedHeaders;
}

/** Proves to the processes of an installation that a request is from one of them. */
export interface InternalAuth {
  /** The headers of a request to the process `to`. */
  sign(to: string, request: InternalRequest): Record<string, string>;
  /** Throws NOT_FOUND for what no other process has sent to this one just now, or what it has sent before. */
  require(request: ReceivedRequest): void;
  /** Throws NOT_FOUND for another body than the signed one. */
  requireBody(headers: ReceivedHeaders, body: Buffer): void;
}

/** Signs method, path, body, time and receiver with a key of the installation. */
export function createInternalAuth(key: Buffer, processId: string): InternalAuth {
  /** When the writes that were answered become too old to be sent again. */
  const answered = new Map<string, number>();
  const mac = (parts: readonly string[]) => createHmac('sha256', key).update(parts.join('\n')).digest('hex');

  function refuseAgain(signature: string, now: number): void {
    if (answered.has(signature)) throw nothingHere();
    for (const [old, until] of answered) {
      if (until > now) break;
      answered.delete(old);
    }
    answered.set(signature, now + 2 * windowMs);
  }

  return {
    sign(to, { method, path, body }) {
      const [time, nonce, hash] = [String(Date.now()), randomUUID(), hashOf(body)];
      return {
        [names.to]: to,
        [names.time]: time,
        [names.nonce]: nonce,
        [names.body]: hash,
        [names.signature]: mac([method, path, to, time, nonce, hash]),
      };
    },

    require({ method, url, headers }) {
      if (proxied.some((name) => headers[name] !== undefined)) throw nothingHere();
      const read = (name: string) => String(headers[name] ?? '');
      const [to, time] = [read(names.to), read(names.time)];
      const expected = mac([method, url, to, time, read(names.nonce), read(names.body)]);
      if (!isSame(read(names.signature), expected) || to !== processId) throw nothingHere();
      const now = Date.now();
      if (!(Math.abs(now - Number(time)) <= windowMs)) throw nothingHere();
      if (method !== 'GET' && method !== 'HEAD') refuseAgain(expected, now);
    },

    requireBody(headers, body) {
      if (!isSame(String(headers[names.body] ?? ''), hashOf(body))) throw nothingHere();
    },
  };
}

function hashOf(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

// The same as for a path that does not exist.
function nothingHere(): AppError {
  return new AppError('NOT_FOUND', 'Not found.');
}
