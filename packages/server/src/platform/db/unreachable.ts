import { AppError } from '@tendril/contract/app-error';

const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** SQLSTATE: connection exception, too many connections, shut down, crashed, still starting. */
const serverCodes = /^(08...|53300|57P0[123])$/;
/** pg gives these no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (was closed|has encountered))/;

/** SQLSTATE: read-only SQL transaction. */
const readOnlyCode = '25006';

/** Whether the server has refused a change: it was a primary, and is a standby now, or was never one. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === readOnlyCode;
}

/** Maps the driver's many errors for an unreachable database to UNAVAILABLE; other errors stay as they are. */
export function nameUnreachable(error: unknown): unknown {
  if (isReadOnly(error)) {
    const message = 'The database takes no changes for the moment. Try again in a moment.';
    return new AppError('UNAVAILABLE', message, { cause: error });
  }
  if (!(error instanceof Error) || !isUnreachable(error)) return error;
  const message = 'The database cannot be reached. Try again in a moment.';
  return new AppError('UNAVAILABLE', message, { cause: error });
}

function isUnreachable({ code, message }: Error & { code?: unknown }): boolean {
  if (driverMessages.test(message)) return true;
  return typeof code === 'string' && (networkCodes.has(code) || serverCodes.test(code));
}
