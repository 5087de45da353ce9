import { readDataUri } from './read-data-uri.ts';

/** Longer questions than this are cut off: nobody speaks that long. */
export const longestMs = 120_000;

// Formats that browsers record, best first.
const formats = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus', 'audio/webm'];

/** A spoken question, as it is sent. */
interface SpokenQuestion {
  type: 'audio';
  name: string;
  mime: string;
  data: string;
}

/** A recording in progress. */
export interface Recording {
  /** Ends it and returns it; undefined where nothing was recorded. */
  finish(): Promise<SpokenQuestion | undefined>;
  cancel(): void;
}

/** Whether this browser can record at all; pages without TLS have no microphone. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined;
}

/** Requests the microphone and records a spoken question; rejects if it must not be used. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
  const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) parts.push(data);
  });
  recorder.start();
  const release = () => {
    clearTimeout(limit);
    for (const track of stream.getTracks()) track.stop();
  };
  const limit = setTimeout(() => recorder.state === 'recording' && recorder.pause(), longestMs);
  return {
    async finish() {
      const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
      recorder.stop();
      await ended;
      release();
      const [type = 'audio/webm'] = recorder.mimeType.split(';');
      const sound = new Blob(parts, { type });
      if (sound.size === 0) return undefined;
      const name = `audio.${type.split('/')[1] ?? 'webm'}`;
      return { type: 'audio', name, mime: type, data: await readDataUri(sound) };
    },
    cancel() {
      if (recorder.state !== 'inactive') recorder.stop();
      release();
    },
  };
}
