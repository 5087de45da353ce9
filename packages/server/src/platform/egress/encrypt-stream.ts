import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { AppError } from '@tendril/contract/app-error';

/** Makes the error of a connection of which something has failed. */
export type Unreachable = (what: string, cause?: unknown) => AppError;

interface EncryptRequest {
  /** Whose certificate it has to be. */
  host: string;
  unreachable: Unreachable;
  /** False takes any certificate. */
  isChecked?: boolean;
  /** Certificates that are trusted instead of the usual ones. */
  ca?: string | undefined;
}

/** Encrypts an open connection from now on, once the certificate was found to be that of the host. */
export async function encryptStream(
  socket: Socket,
  { host, unreachable, isChecked = true, ca }: EncryptRequest,
): Promise<TLSSocket> {
  const done = Promise.withResolvers<void>();
  const servername = isIP(host) === 0 ? host : '';
  const trust = { rejectUnauthorized: isChecked, ...(ca !== undefined && { ca }) };
  const encrypted = connect({ socket, host, servername, ...trust });
  encrypted.once('secureConnect', () => done.resolve());
  encrypted.on('error', (error) => done.reject(unreachable('could not encrypt the connection', error)));
  // Reasons to give up, such as silence, come from below.
  socket.once('error', (error) => {
    done.reject(error);
    encrypted.destroy(error);
  });
  socket.once('close', () => done.reject(unreachable('closed the connection')));
  await done.promise.catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  return encrypted;
}
