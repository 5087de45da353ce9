import { callFrameMs, frameSamples } from '@tendril/voice/audio/frame-cutter';
import { createRecordingFile } from '../recording-file.ts';
import { type SessionStart, sharedNow } from './session-start.ts';

/** What is recorded is on disk within this time. */
const flushMs = 1000;

/** The recording of a call whose sound is in this process. */
export interface LineRecording {
  /** Takes 20 ms of both sides. */
  write(caller: Int16Array, agent: Int16Array): void;
  /** Returns whether everything is on disk; once. */
  close(): Promise<boolean>;
}

/** Begins a call's recording, where it has one; what passed since the call began is silence. */
export function openLineRecording(
  { recordingPath, begunAt }: SessionStart,
  sampleRate: number,
): LineRecording | undefined {
  if (recordingPath === undefined) return undefined;
  const file = createRecordingFile(recordingPath);
  const silence = new Int16Array(frameSamples(sampleRate));
  for (let ms = sharedNow() - begunAt; ms >= callFrameMs; ms -= callFrameMs) file.write(silence, silence);
  // What could not be written now is written with the next.
  const timer = setInterval(() => void file.flush().catch(() => undefined), flushMs);
  let closed: Promise<boolean> | undefined;
  return {
    write: file.write,
    close() {
      clearInterval(timer);
      closed ??= file.close().then(({ isComplete }) => isComplete);
      return closed;
    },
  };
}
