import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import {
  type BackupRecord,
  backupMark,
  checksumBytes,
  endMark,
  largestBody,
  largestHead,
  lengthBytes,
  type Manifest,
  type RecordHead,
} from './backup-form.ts';
import { CommandError } from './command-error.ts';

const trailerBytes = checksumBytes + endMark.length;

/**
 * Reads the whole backup once and changes nothing: throws CommandError when it is not a backup, was truncated, or
 * differs in a single bit from what was written. Returns its manifest.
 */
export async function checkBackup(path: string): Promise<Manifest> {
  await checkSeal(path);
  let manifest: Manifest | undefined;
  const found = { files: 0, tables: 0 };
  for await (const { head } of readRecords(path)) {
    if (head.kind === 'manifest') manifest = head;
    if (head.kind === 'file') found.files += 1;
    if (head.kind === 'table') found.tables += 1;
    if (head.kind !== 'end') continue;
    if (!manifest || head.files !== found.files || head.tables !== found.tables) break;
    return manifest;
  }
  throw damaged(path);
}

async function checkSeal(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`,
    );
  });
  try {
    const { size } = await file.stat();
    const mark = Buffer.alloc(backupMark.length);
    await file.read(mark, 0, mark.length, 0);
    if (!mark.equals(backupMark)) throw new CommandError(`${path} is not a backup of Tendril.`);
    const trailer = Buffer.alloc(trailerBytes);
    const isLongEnough = size >= backupMark.length + trailerBytes;
    if (isLongEnough) await file.read(trailer, 0, trailerBytes, size - trailerBytes);
    if (!isLongEnough || !trailer.subarray(checksumBytes).equals(endMark))
      throw new CommandError(`${path} was cut off: its end is missing. Nothing was changed.`);
    const hash = createHash('sha256');
    for await (const part of createReadStream(path, { end: size - trailerBytes - 1 }))
      hash.update(part as Buffer);
    if (!hash.digest().equals(trailer.subarray(0, checksumBytes))) throw damaged(path);
  } finally {
    await file.close();
  }
}

function damaged(path: string): CommandError {
  return new CommandError(`${path} was damaged or changed: its checksum does not fit. Nothing was changed.`);
}

/** The records of a backup in order, one in memory at a time. */
export async function* readRecords(path: string): AsyncGenerator<BackupRecord> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const packed = file.createReadStream({
      start: backupMark.length,
      end: size - trailerBytes - 1,
      autoClose: false,
    });
    const gunzip = createGunzip();
    packed.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
    const take = taker(gunzip[Symbol.asyncIterator]());
    for (let lengths = await take(lengthBytes); lengths; lengths = await take(lengthBytes)) {
      const [headLength, bodyLength] = [lengths.readUInt32BE(0), lengths.readUInt32BE(4)];
      if (headLength > largestHead || bodyLength > largestBody) throw damaged(path);
      const head = await take(headLength);
      const body = bodyLength === 0 ? Buffer.alloc(0) : await take(bodyLength);
      if (!head || !body) throw damaged(path);
      yield { head: JSON.parse(head.toString('utf8')) as RecordHead, body };
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} cannot be read as a backup: ${(error as Error).message}`);
  } finally {
    await file.close();
  }
}

/** Reads exactly this many bytes of a stream; undefined where it ends before. */
function taker(chunks: AsyncIterator<Buffer>): (wanted: number) => Promise<Buffer | undefined> {
  let kept: Buffer[] = [];
  let length = 0;
  return async (wanted) => {
    while (length < wanted) {
      const next = await chunks.next();
      if (next.done) return undefined;
      kept.push(next.value);
      length += next.value.length;
    }
    const all = kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept);
    kept = length > wanted ? [all.subarray(wanted)] : [];
    length -= wanted;
    return all.subarray(0, wanted);
  };
}
