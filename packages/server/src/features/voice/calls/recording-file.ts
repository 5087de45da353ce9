import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';

/** Bytes of the header. */
export const wavHeadBytes = 44;
const bytesPerSample = 4;
const framesPerSecond = 50;
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
  let waitingBytes = 0;
  let sampleRate = 0;
  /** Bytes of sound so far, whether they were stored or not: each frame has its place. */
  let soundBytes = 0;
  let hasLost = false;
  let file: FileHandle | undefined;
  let last: Promise<void> = Promise.resolve();

  async function writeOut(): Promise<void> {
    if (waiting.length === 0) return;
    const taken = [...waiting];
    const end = soundBytes;
    file ??= await openFile(path);
    for (const run of runsOf(taken)) await writeAll(file, run.bytes, wavHeadBytes + run.at);
    // Sound that was lost at the end is silent too.
    await file.truncate(wavHeadBytes + end);
    await writeAll(file, wavHead(sampleRate, end), 0);
    waiting = waiting.slice(taken.length);
    waitingBytes = waiting.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  const flush = () => {
    const done = last.then(writeOut);
    last = done.catch(() => undefined);
    return done;
  };

  return {
    path,
    write(caller, agent) {
      sampleRate ||= caller.length * framesPerSecond;
      const at = soundBytes;
      soundBytes += caller.length * bytesPerSample;
      if (waitingBytes > maxWaitingBytes) {
        hasLost = true;
        return;
      }
      const bytes = interleave(caller, agent);
      waiting.push({ at, bytes });
      waitingBytes += bytes.length;
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

interface Piece {
  at: number;
  bytes: Buffer;
}

/** Adjacent chunks are written at once. */
function runsOf(pieces: readonly Piece[]): Piece[] {
  const runs: { at: number; end: number; parts: Buffer[] }[] = [];
  for (const { at, bytes } of pieces) {
    const run = runs.at(-1);
    if (run?.end === at) {
      run.parts.push(bytes);
      run.end += bytes.length;
    } else runs.push({ at, end: at + bytes.length, parts: [bytes] });
  }
  return runs.map(({ at, parts }) => ({ at, bytes: Buffer.concat(parts) }));
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

function interleave(left: Int16Array, right: Int16Array): Buffer {
  const both = new Int16Array(left.length * 2);
  for (let at = 0; at < left.length; at += 1) {
    both[at * 2] = left[at] ?? 0;
    both[at * 2 + 1] = right[at] ?? 0;
  }
  const frame = Buffer.from(both.buffer);
  return isLittleEndian ? frame : frame.swap16();
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
