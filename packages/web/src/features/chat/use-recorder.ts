import { longestMs, type Recording, startRecording } from '@tendril/contract/page/record-question';
import { useEffect, useRef, useState } from 'react';
import type { Upload } from './sent-file.ts';

const tickMs = 250;

export interface Recorder {
  isRecording: boolean;
  elapsedMs: number;
  /** Asks for the microphone; rejects when it may not be used. */
  start: () => Promise<void>;
  /** Ends the recording and answers it. */
  finish: () => Promise<Upload | undefined>;
  cancel: () => void;
}

/** Records a spoken question. */
export function useRecorder(): Recorder {
  const current = useRef<Recording>(undefined);
  const [startedAt, setStartedAt] = useState<number>();
  const [elapsedMs, setElapsedMs] = useState(0);

  useEffect(() => {
    if (startedAt === undefined) return undefined;
    const timer = setInterval(() => setElapsedMs(Math.min(Date.now() - startedAt, longestMs)), tickMs);
    return () => clearInterval(timer);
  }, [startedAt]);

  useEffect(() => () => current.current?.cancel(), []);

  const forget = () => {
    current.current = undefined;
    setStartedAt(undefined);
    setElapsedMs(0);
  };
  const start = async () => {
    current.current = await startRecording();
    setStartedAt(Date.now());
  };
  const finish = async () => {
    const sound = await current.current?.finish();
    forget();
    return sound;
  };
  const cancel = () => {
    current.current?.cancel();
    forget();
  };
  return { isRecording: startedAt !== undefined, elapsedMs, start, finish, cancel };
}
