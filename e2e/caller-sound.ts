import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const samplesPerMs = 16;
const bytesPerSample = 2;

/** A caller's sound: a sentence, or silence of so many ms. */
export type CallerSound = string | number;

/** A microphone that plays a file, as switches of Chromium, and how to forget the file. */
export interface CallerMicrophone {
  switches: string[];
  remove(): void;
}

/** Lets Chromium's microphone say `sounds` once, from when a page opens it; Debian's flite speaks them. */
export function callerMicrophone(sounds: readonly CallerSound[]): CallerMicrophone {
  const folder = mkdtempSync(join(tmpdir(), 'tendril-caller-'));
  const path = join(folder, 'caller.wav');
  const sound = Buffer.concat(
    sounds.map((one) => (typeof one === 'number' ? silence(one) : spoken(one, folder))),
  );
  writeFileSync(path, Buffer.concat([wavHead(sound.length), sound]));
  return {
    switches: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${path}%noloop`,
    ],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A sentence as 16-bit samples at 16 kHz. */
export function spokenSound(text: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tendril-caller-'));
  try {
    return spoken(text, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function silence(ms: number): Buffer {
  return Buffer.alloc(ms * samplesPerMs * bytesPerSample);
}

function spoken(text: string, folder: string): Buffer {
  const path = join(folder, 'sentence.wav');
  execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', path]);
  const wav = readFileSync(path);
  return wav.subarray(wav.indexOf('data') + 8);
}

function wavHead(length: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samplesPerMs * 1000, 24);
  head.writeUInt32LE(samplesPerMs * 1000 * bytesPerSample, 28);
  head.writeUInt16LE(bytesPerSample, 32);
  head.writeUInt16LE(bytesPerSample * 8, 34);
  head.write('data', 36);
  head.writeUInt32LE(length, 40);
  return head;
}
