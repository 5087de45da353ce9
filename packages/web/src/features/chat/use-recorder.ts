import { useEffect, useRef, useState } from 'react';
import { readDataUri } from './read-data-uri.ts';
import type { Upload } from './sent-file.ts';

/** Longer recordings are cut off. */
const longestMs = 120_000;
const tickMs = 250;

// What browsers record, best first.
const formats = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus', 'audio/webm'];

export interface Recorder {
  isRecording: boolean;
  elapsedMs: number;
  /** Asks for the microphone; rejects when it may not be used. */
  start: () => Promise<void>;
  /** Ends the recording and answers it. */
  finish: () => Promise<Upload | undefined>;
  cancel: () => void;
}

interface Recording {
  recorder: MediaRecorder;
  stream: MediaStream;
  parts: Blob[];
}

/** Whether this browser can record here; pages without TLS have no microphone access. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined;
}

/** Records a spoken question. */
export function useRecorder(): Recorder {
  const current = useRef<Recording>(undefined);
  const [startedAt, setStartedAt] = useState<number>();
  const [elapsedMs, setElapsedMs] = useState(0);

  const release = () => {
    for (const track of current.current?.stream.getTracks() ?? []) track.stop();
    current.current = undefined;
    setStartedAt(undefined);
    setElapsedMs(0);
  };

  useEffect(() => {
    if (startedAt === undefined) return undefined;
    const timer = setInterval(() => {
      const elapsed = Date.now() - startedAt;
      setElapsedMs(Math.min(elapsed, longestMs));
      if (elapsed >= longestMs && current.current?.recorder.state === 'recording') {
        current.current.recorder.pause();
      }
    }, tickMs);
    return () => clearInterval(timer);
  }, [startedAt]);

  useEffect(
    () => () => {
      for (const track of current.current?.stream.getTracks() ?? []) track.stop();
    },
    [],
  );

  const start = async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
    const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) parts.push(data);
    });
    recorder.start();
    current.current = { recorder, stream, parts };
    setStartedAt(Date.now());
  };
  const finish = async () => {
    const recording = current.current;
    if (!recording) return undefined;
    const { recorder, parts } = recording;
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
    recorder.stop();
    await ended;
    release();
    const [type = 'audio/webm'] = recorder.mimeType.split(';');
    const sound = new Blob(parts, { type });
    if (sound.size === 0) return undefined;
    const name = `audio.${type.split('/')[1] ?? 'webm'}`;
    return { type: 'audio', name, mime: type, data: await readDataUri(sound) } as const;
  };
  const cancel = () => {
    current.current?.recorder.stop();
    release();
  };
  return { isRecording: startedAt !== undefined, elapsedMs, start, finish, cancel };
}
