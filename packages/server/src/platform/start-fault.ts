import { ConfigError } from './config.ts';
import { StartError } from './start-error.ts';

const systemFaults: Record<string, string> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  EROFS: 'it is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  EIO: 'its disk reports a fault',
};
const sqliteFaults: Record<number, string> = {
  8: 'its database is read-only',
  10: 'its disk reports a fault',
  13: 'its disk is full',
  14: 'its database cannot be opened',
  11: 'its database is damaged: restore a backup',
  26: 'its database is damaged: restore a backup',
};

/** Why the server did not start, in words where the cause is known; undefined for what only the stack explains. */
export function describeStartFault(error: unknown, home: string | undefined): string | undefined {
  if (error instanceof ConfigError) return `Configuration: ${error.message}`;
  if (error instanceof StartError) return error.message;
  const { code, errcode, syscall, port } = error as {
    code?: string;
    errcode?: number;
    syscall?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what listens there, or set PORT.`;
  if (syscall === 'listen') return undefined;
  // The low byte is the primary SQLite error code, the others refine it.
  const why = code === 'ERR_SQLITE_ERROR' ? sqliteFaults[(errcode ?? 0) & 0xff] : systemFaults[code ?? ''];
  return why && home && `Tendril cannot start in its home ${home}: ${why}.`;
}
