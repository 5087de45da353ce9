import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const headBytes = 44;
const bytesPerSample = 4;
const framesPerSecond = 50;
/** A writer that falls behind by this much loses sound instead of memory: a minute. */
const maxWaitingBytes = 60 * 16_000 * bytesPerSample;

/** The recording of a call while it is made: stereo, the caller left and the agent right. */
export interface RecordingFile {
  /** Takes 20 ms of both sides. */
  write(caller: Int16Array, agent: Int16Array): void;
  /** Puts what came so far on disk, with a head that says so: whatever happens next, the file plays. */
  flush(): Promise<void>;
  /** Writes the rest and closes the file. */
  close(): Promise<void>;
}

/** Begins a recording. The file is there from the first sound on. */
export function createRecordingFile(path: string): RecordingFile {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let sampleRate = 0;
  let dataBytes = 0;
  let file: FileHandle | undefined;
  let last: Promise<void> = Promise.resolve();

  async function writeOut(): Promise<void> {
    const taken = waiting;
    waiting = [];
    waitingBytes = 0;
    if (taken.length === 0) return;
    if (!file) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      file = await open(path, 'wx', 0o600);
    }
    const bytes = Buffer.concat(taken);
    await file.write(bytes, 0, bytes.length, headBytes + dataBytes);
    dataBytes += bytes.length;
    await file.write(wavHead(sampleRate, dataBytes), 0, headBytes, 0);
  }

  const flush = () => {
    last = last.then(writeOut);
    return last;
  };

  return {
    write(caller, agent) {
      sampleRate ||= caller.length * framesPerSecond;
      if (waitingBytes > maxWaitingBytes) return;
      const frame = interleave(caller, agent);
      waiting.push(frame);
      waitingBytes += frame.length;
    },
    flush,
    async close() {
      await flush().finally(() => file?.close());
    },
  };
}

function interleave(left: Int16Array, right: Int16Array): Buffer {
  const frame = Buffer.alloc(left.length * bytesPerSample);
  for (let at = 0; at < left.length; at += 1) {
    frame.writeInt16LE(left[at] ?? 0, at * bytesPerSample);
    frame.writeInt16LE(right[at] ?? 0, at * bytesPerSample + 2);
  }
  return frame;
}

/** The first bytes of a stereo WAV of so many bytes of sound. */
function wavHead(sampleRate: number, dataBytes: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(headBytes - 8 + dataBytes, 4);
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
