import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { readRecording } from '@tendril/contract/api/calls';
import { secureUrlExpiryMs } from '@tendril/contract/voice/voice-timing';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { Bucket } from '../../../platform/files/s3/open-bucket.ts';
import { isSame } from '../../../platform/http/access-token.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { createRecordingFile, type RecordingFile, wavHeadBytes } from './recording-file.ts';
import {
  createRecordingStorage,
  missingRecording,
  type OpenRecording,
  type RecordedCall,
} from './recording-storage.ts';

/** Recordings of calls, and their addresses. */
export interface Recordings {
  begin(call: RecordedCall): RecordingFile;
  /** Puts a finished recording where it stays. */
  settle(call: RecordedCall): Promise<void>;
  /** The same for those that a stop or a fault has left behind; returns how many. */
  settleRest(): Promise<number>;
  /** Copies it from the bucket into the home; says whether it did. */
  copyBack(call: RecordedCall): Promise<boolean>;
  /** Throws NOT_FOUND. */
  open(call: RecordedCall): Promise<OpenRecording>;
  remove(call: RecordedCall): Promise<void>;
  exists(call: RecordedCall): Promise<boolean>;
  /** How long a recording is; undefined when there is none. */
  lengthMs(call: RecordedCall): Promise<number | undefined>;
  /** A signed address is valid for 24 hours; another needs a session or a key. */
  addressOf(call: RecordedCall & Pick<CallTable, 'isSigned'>): string;
  /** Whether we signed an address for exactly this file and workspace, and it has not expired. */
  isSigned(call: RecordedCall, given: { exp?: string | undefined; signature?: string | undefined }): boolean;
}

/** Keeps recordings in the bucket once their calls are over; without one, in the home. */
export function createRecordings(
  home: string,
  vault: Pick<Vault, 'deriveKey'>,
  bucket?: Pick<Bucket, 'send'>,
): Recordings {
  const key = vault.deriveKey('recordings');
  const storage = createRecordingStorage(home, bucket);
  const sign = (call: RecordedCall, exp: string) =>
    createHmac('sha256', key)
      .update(['GET', webPath(call), call.workspaceId, exp].join('\n'))
      .digest('base64url');

  return {
    ...storage,
    begin: (call) => createRecordingFile(storage.pathOf(call)),

    async open(call) {
      const recording = await storage.open(call);
      if (!recording) throw missingRecording();
      return recording;
    },

    async exists(call) {
      const recording = await storage.open(call).catch(() => undefined);
      await recording?.close();
      return recording !== undefined;
    },

    async lengthMs(call) {
      const recording = await storage.open(call).catch(() => undefined);
      if (!recording) return undefined;
      try {
        const { size } = recording;
        if (size < wavHeadBytes) return 0;
        const head = await buffer(recording.read(0, wavHeadBytes - 1));
        const bytesPerSecond = head.readUInt32LE(28);
        return bytesPerSecond > 0 ? Math.round(((size - wavHeadBytes) / bytesPerSecond) * 1000) : 0;
      } finally {
        // A file closes with its stream.
        await recording.close().catch(() => undefined);
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

function webPath({ id }: Pick<RecordedCall, 'id'>): string {
  return readRecording.path.replace(':file', `${id}.wav`);
}
