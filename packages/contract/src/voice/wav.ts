/** The audio of a WAV file: signed 16-bit, one channel. */
export interface WavSound {
  sampleRate: number;
  samples: Int16Array;
}

/** The position and format of a WAV file's samples; undefined until enough bytes have arrived. */
interface WavHead {
  sampleRate: number;
  channels: number;
  bits: number;
  /** 1 is PCM. */
  coding: number;
  dataAt: number;
}

const headBytes = 44;

/** A whole WAV file. */
export function toWav({ samples, sampleRate }: WavSound): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(headBytes + samples.length * 2);
  const view = new DataView(file.buffer);
  const word = (at: number, text: string) =>
    [...text].forEach((letter, index) => {
      view.setUint8(at + index, letter.charCodeAt(0));
    });
  word(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries()) view.setInt16(headBytes + index * 2, sample, true);
  return file;
}

/** Whether bytes begin as a WAV file does. */
export function isWav(bytes: Uint8Array): boolean {
  return wordAt(bytes, 0) === 'RIFF' && wordAt(bytes, 8) === 'WAVE';
}

/** Parses the header of a WAV file, which may be incomplete. */
export function readWavHead(bytes: Uint8Array): WavHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Omit<WavHead, 'dataAt'> | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = wordAt(bytes, at);
    if (name === 'data') return format && { ...format, dataAt: at + 8 };
    if (name === 'fmt ' && at + 24 <= bytes.length)
      format = {
        coding: view.getUint16(at + 8, true),
        channels: view.getUint16(at + 10, true),
        sampleRate: view.getUint32(at + 12, true),
        bits: view.getUint16(at + 22, true),
      };
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function wordAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
