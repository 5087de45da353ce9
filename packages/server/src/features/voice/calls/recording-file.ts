import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';

/** Bytes of the header. */
export const wavHeadBytes = 44;
const bytesPerSample = 4;
const framesPerSecond = 50;
/** A little more than a second, which is how often the server writes. */
const framesOfPiece = 60;
const isLittleEndian = endianness() === 'LE';
/** A writer that falls behind by this much drops sound instead of using memory: one minute. */
const maxWaitingBytes = 60 * 16_000 * bytesPerSample;

/** The recording of a call in progress: stereo, the caller left and the agent right. */
export interface RecordingFile {
  readonly path: string;
  /** Takes 20 ms of both sides. */
  write(caller: Int16Array, agent: Int16Array): void;
  /**
   * Writes what has come so far, with a matching header: whatever happens next, the file plays. What could not be
   * written is retried with the next.
   */
  flush(): Promise<void>;
  /** Writes the rest and closes the file; never throws. What could not be written is silent, or missing at the end. */
  close(): Promise<{ isComplete: boolean; error?: unknown }>;
}

/** Begins a recording. The file exists from the first sound on. */
export function createRecordingFile(path: string): RecordingFile {
  let waiting: Piece[] = [];
  /** The last of what waits, while it is not being written. */
  let open: Piece | undefined;
  let spare: Buffer | undefined;
  let waitingBytes = 0;
  let sampleRate = 0;
  /** Bytes of sound so far, whether they were stored or not: each frame has its place. */
  let soundBytes = 0;
  let storedBytes = 0;
  let hasLost = false;
  let file: FileHandle | undefined;
  let last: Promise<void> = Promise.resolve();

  async function writeOut(): Promise<void> {
    if (waiting.length === 0) return;
    const taken = waiting.length;
    const end = soundBytes;
    open = undefined;
    file ??= await openFile(path);
    for (const { at, bytes, length } of waiting.slice(0, taken)) {
      await writeAll(file, bytes.subarray(0, length), wavHeadBytes + at);
      storedBytes = at + length;
    }
    // Sound that was lost at the end is silent too.
    if (storedBytes < end) await file.truncate(wavHeadBytes + end);
    await writeAll(file, wavHead(sampleRate, end), 0);
    spare = waiting[0]?.bytes;
    waiting = waiting.slice(taken);
    waitingBytes = waiting.reduce((sum, { length }) => sum + length, 0);
  }

  const flush = () => {
    const done = last.then(writeOut);
    last = done.catch(() => undefined);
    return done;
  };

  function pieceFor(at: number, size: number): Piece {
    if (open && open.at + open.length === at && open.length + size <= open.bytes.length) return open;
    open = { at, bytes: spare ?? Buffer.allocUnsafeSlow(size * framesOfPiece), length: 0 };
    spare = undefined;
    waiting.push(open);
    return open;
  }

  return {
    path,
    write(caller, agent) {
      sampleRate ||= caller.length * framesPerSecond;
      const at = soundBytes;
      const size = caller.length * bytesPerSample;
      soundBytes += size;
      if (waitingBytes > maxWaitingBytes) {
        hasLost = true;
        return;
      }
      const piece = pieceFor(at, size);
      interleave(caller, agent, piece.bytes.subarray(piece.length, piece.length + size));
      piece.length += size;
      waitingBytes += size;
    },
    flush,
    async close() {
      try {
        await flush();
        await file?.close();
        return { isComplete: !hasLost };
      } catch (error) {
        await file?.close().catch(() => undefined);
        return { isComplete: false, error };
      }
    },
  };
}

/** Adjacent frames, to be written at once. */
interface Piece {
  at: number;
  bytes: Buffer;
  /** Bytes that are filled. */
  length: number;
}

async function openFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'wx', 0o600);
}

/** A full disk may accept a part only. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

function interleave(left: Int16Array, right: Int16Array, bytes: Buffer): void {
  const both = new Int16Array(bytes.buffer, bytes.byteOffset, left.length * 2);
  for (let at = 0; at < left.length; at += 1) {
    both[at * 2] = left[at] ?? 0;
    both[at * 2 + 1] = right[at] ?? 0;
  }
  if (!isLittleEndian) bytes.swap16();
}

/** The header of a stereo WAV with this many bytes of sound. */
function wavHead(sampleRate: number, dataBytes: number): Buffer {
  const head = Buffer.alloc(wavHeadBytes);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(wavHeadBytes - 8 + dataBytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * bytesPerSample, 28);
  head.writeUInt16LE(bytesPerSample, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(dataBytes, 40);
  return head;
}
