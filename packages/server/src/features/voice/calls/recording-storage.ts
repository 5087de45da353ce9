import { constants, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@tendril/contract/app-error';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { openObject } from '../../../platform/files/s3/download-object.ts';
import type { Bucket } from '../../../platform/files/s3/open-bucket.ts';
import { uploadObject } from '../../../platform/files/s3/upload-object.ts';

const idForm = /^[A-Za-z0-9_-]{1,64}$/;
const folder = 'recordings';
/** A call writes once a second: a recording that was not written to for this long is over. */
const restMs = 10 * 60_000;

export type RecordedCall = Pick<CallTable, 'id' | 'workspaceId'>;

export interface OpenRecording {
  size: number;
  /** From `start` to `end`, both included. */
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** Where recordings are: while they are made in `<home>/recordings`, afterwards in the bucket if there is one. */
export function createRecordingStorage(home: string, bucket: Pick<Bucket, 'send'> | undefined) {
  const nameOf = ({ id, workspaceId }: RecordedCall) => {
    if (!idForm.test(id) || !idForm.test(workspaceId)) throw missingRecording();
    return `${folder}/${workspaceId}/${id}.wav`;
  };
  const pathOf = (call: RecordedCall) => join(home, nameOf(call));

  async function openLocal(call: RecordedCall): Promise<OpenRecording | undefined> {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
    const file = await open(pathOf(call), flags).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ELOOP') return undefined;
      throw error;
    });
    if (!file) return undefined;
    const { size } = await file.stat();
    return {
      size,
      read: (start, end) => file.createReadStream({ start, end }),
      close: () => file.close(),
    };
  }

  async function openStored(call: RecordedCall): Promise<OpenRecording | undefined> {
    const object = bucket && (await openObject(bucket.send, nameOf(call)));
    return object && { ...object, close: async () => undefined };
  }

  /** Uploads a finished recording; the local file goes once the bucket has it. */
  async function settle(call: RecordedCall): Promise<void> {
    if (!bucket) return;
    const path = pathOf(call);
    const found = await stat(path).catch(() => undefined);
    if (!found) return;
    await uploadObject(bucket.send, nameOf(call), { path, size: found.size });
    await rm(path, { force: true });
  }

  return {
    pathOf,
    settle,

    /** The recording of a call; undefined when there is none. */
    open: async (call: RecordedCall): Promise<OpenRecording | undefined> =>
      (await openLocal(call)) ?? (await openStored(call)),

    async remove(call: RecordedCall): Promise<void> {
      await rm(pathOf(call), { force: true });
      if (!bucket) return;
      const response = await bucket.send({ method: 'DELETE', name: nameOf(call), expected: [404] });
      await response.body?.cancel();
    },

    /** Copies a recording from the bucket into the home, where it is not there; says whether it did. */
    async copyBack(call: RecordedCall): Promise<boolean> {
      if (await stat(pathOf(call)).catch(() => undefined)) return false;
      const stored = await openStored(call);
      if (!stored) return false;
      const draft = `${pathOf(call)}.part`;
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      await pipeline(stored.read(0, stored.size - 1), createWriteStream(draft, { mode: 0o600, flush: true }));
      await rename(draft, pathOf(call));
      return true;
    },

    /** Uploads what a stop or a fault has left in the home; returns how many. */
    async settleRest(): Promise<number> {
      if (!bucket) return 0;
      let count = 0;
      for (const workspaceId of await namesIn(join(home, folder)))
        for (const name of await namesIn(join(home, folder, workspaceId))) {
          const call = { id: basename(name, '.wav'), workspaceId };
          if (!name.endsWith('.wav') || !idForm.test(call.id)) continue;
          const { mtimeMs } = await stat(pathOf(call));
          if (Date.now() - mtimeMs < restMs) continue;
          await settle(call);
          count += 1;
        }
      return count;
    },
  };
}

/** The error for a recording that is not there. */
export function missingRecording(): AppError {
  return new AppError('NOT_FOUND', 'Recording not found.');
}

async function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch(() => []);
}
