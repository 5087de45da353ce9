import { createHmac } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { readRecording } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import { secureUrlExpiryMs } from '@tendril/contract/voice/voice-timing';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { isSame } from '../../../platform/http/access-token.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { createRecordingFile, type RecordingFile, wavHeadBytes } from './recording-file.ts';

const idForm = /^[A-Za-z0-9_-]{1,64}$/;

type Owned = Pick<CallTable, 'id' | 'workspaceId'>;

export interface OpenRecording {
  size: number;
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** Recordings of calls under `<home>/recordings`, and their addresses. */
export interface Recordings {
  begin(call: Owned): RecordingFile;
  open(call: Owned): Promise<OpenRecording>;
  remove(call: Owned): Promise<void>;
  exists(call: Owned): Promise<boolean>;
  /** How long a recording is; undefined when there is none. */
  lengthMs(call: Owned): Promise<number | undefined>;
  /** A signed address is valid for 24 hours; another needs a session or a key. */
  addressOf(call: Owned & Pick<CallTable, 'isSigned'>): string;
  /** Whether we signed an address for exactly this file and workspace, and it has not expired. */
  isSigned(call: Owned, given: { exp?: string | undefined; signature?: string | undefined }): boolean;
}

export function createRecordings(home: string, vault: Pick<Vault, 'deriveKey'>): Recordings {
  const key = vault.deriveKey('recordings');
  const pathOf = ({ id, workspaceId }: Owned) => {
    if (!idForm.test(id) || !idForm.test(workspaceId)) throw missing();
    return join(home, 'recordings', workspaceId, `${id}.wav`);
  };
  const sign = (call: Owned, exp: string) =>
    createHmac('sha256', key)
      .update(['GET', webPath(call), call.workspaceId, exp].join('\n'))
      .digest('base64url');

  return {
    begin: (call) => createRecordingFile(pathOf(call)),

    async open(call) {
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
      const file = await open(pathOf(call), flags).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' || error.code === 'ELOOP' ? missing() : error;
      });
      const { size } = await file.stat();
      return {
        size,
        read: (start, end) => file.createReadStream({ start, end }),
        close: () => file.close(),
      };
    },

    remove: (call) => rm(pathOf(call), { force: true }),

    exists: (call) =>
      stat(pathOf(call)).then(
        () => true,
        () => false,
      ),

    async lengthMs(call) {
      const file = await open(pathOf(call), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
      if (!file) return undefined;
      try {
        const head = Buffer.alloc(wavHeadBytes);
        await file.read(head, 0, wavHeadBytes, 0);
        const bytesPerSecond = head.readUInt32LE(28);
        const { size } = await file.stat();
        return bytesPerSecond > 0 ? Math.round(((size - wavHeadBytes) / bytesPerSecond) * 1000) : 0;
      } finally {
        await file.close();
      }
    },

    addressOf(call) {
      if (call.isSigned === 0) return webPath(call);
      const exp = String(Date.now() + secureUrlExpiryMs);
      return `${webPath(call)}?exp=${exp}&signature=${sign(call, exp)}`;
    },

    isSigned: (call, { exp = '', signature = '' }) =>
      isSame(signature, sign(call, exp)) && Number(exp) > Date.now(),
  };
}

function webPath({ id }: Pick<Owned, 'id'>): string {
  return readRecording.path.replace(':file', `${id}.wav`);
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'Recording not found.');
}
