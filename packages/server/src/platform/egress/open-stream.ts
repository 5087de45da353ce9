import { isIP, type LookupFunction, Socket } from 'node:net';
import { AppError } from '@tendril/contract/app-error';
import type { StreamRequest } from '@tendril/contract/provider/outbound-stream';
import { isInsideName, isPublicAddress } from './address-policy.ts';
import { checkedLookup, type ResolveName } from './checked-lookup.ts';
import { denied } from './denied.ts';
import type { EgressRules } from './egress-rules.ts';
import { encryptStream, type Unreachable } from './encrypt-stream.ts';

const defaultConnectMs = 10_000;
const defaultMaxBytes = 64 * 1024 * 1024;
const defaultSilenceMs = 120_000;
const lookMs = 100;
/** Databases listen above the ports of mail, terminals and other services that a flow must not speak to. */
const lowestPort = 1024;
/** Mailboxes are read there: without encryption and a sign-in nothing can be sent. */
const mailboxPorts = new Set([143, 993]);

function mayOpen(hostname: string, port: number, rules: EgressRules): boolean {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return false;
  if (!/^[\w.:-]{1,253}$/.test(hostname)) return false;
  if (rules.isException(hostname, String(port), '')) return true;
  if ((port < lowestPort && !mailboxPorts.has(port)) || isInsideName(hostname)) return false;
  // Forms such as 0x7f000001 or 2130706433 are addresses to some resolvers, and names to nobody.
  if (isIP(hostname) === 0 && /^(0x[\da-f]+|\d+)(\.(0x[\da-f]+|\d+))*\.?$/i.test(hostname)) return false;
  return isIP(hostname) === 0 || isPublicAddress(hostname);
}

/**
 * Closes a connection that brings too much or falls silent. It is looked at from the side: a driver that encrypts takes
 * the bytes from below, where no listener sees them.
 */
function limit(
  socket: Socket,
  { maxBytes = defaultMaxBytes, silenceMs = defaultSilenceMs }: StreamRequest,
): void {
  let last = 0;
  let changedAt = performance.now();
  const timer = setInterval(
    () => {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== last) changedAt = performance.now();
      last = bytes;
      if (socket.bytesRead > maxBytes)
        socket.destroy(new AppError('TOO_LARGE', 'The database sent more than is allowed.'));
      else if (performance.now() - changedAt > silenceMs)
        socket.destroy(new AppError('PROVIDER_UNAVAILABLE', 'The database was silent for too long.'));
    },
    Math.min(lookMs, silenceMs),
  );
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}

/** Opens a raw connection to a checked address. `resolve` replaces the name look-up in tests. */
export async function openStream(
  rules: EgressRules,
  request: StreamRequest,
  resolve?: ResolveName,
): Promise<Socket> {
  const hostname = request.host.trim().replace(/^\[|\]$/g, '');
  const { port, signal } = request;
  if (!mayOpen(hostname, port, rules)) throw denied(`${request.host}:${port}`);
  signal?.throwIfAborted();
  const socket = new Socket();
  const opened = Promise.withResolvers<void>();
  const giveUp = (error: Error) => {
    opened.reject(error);
    socket.destroy(error);
  };
  const unreachable: Unreachable = (what, cause) =>
    new AppError('PROVIDER_UNAVAILABLE', `The database at ${request.host}:${port} ${what}.`, { cause });
  const timer = setTimeout(
    () => giveUp(unreachable('did not answer in time')),
    request.connectMs ?? defaultConnectMs,
  );
  const abort = () => giveUp(signal?.reason ?? unreachable('was given up'));
  signal?.addEventListener('abort', abort, { once: true });
  socket.once('connect', () => opened.resolve());
  socket.on('error', (error) =>
    opened.reject(error instanceof AppError ? error : unreachable('could not be reached', error)),
  );
  socket.once('close', () => signal?.removeEventListener('abort', abort));
  const address = { host: hostname, port, noDelay: true };
  if (rules.isException(hostname, String(port), '')) socket.connect(address);
  // The checked address is the one that is connected to, as for every other request.
  else socket.connect({ ...address, lookup: checkedLookup(resolve) as LookupFunction });
  try {
    await opened.promise;
    limit(socket, request);
    return request.isEncrypted ? await encryptStream(socket, { host: hostname, unreachable }) : socket;
  } finally {
    clearTimeout(timer);
  }
}
