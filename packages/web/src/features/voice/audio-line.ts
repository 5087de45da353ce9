import type { MicrophoneFrame } from '@tendril/contract/page/call-microphone';
import { socketFrameSamples, socketSampleRate } from '@tendril/contract/voice/call-sound';
import callWorkletUrl from './call-worklet.ts?worker&url';

const loudspeakerMs = 5000;
const frameMs = (socketFrameSamples / socketSampleRate) * 1000;

interface AudioLineParts {
  /** Empty: the browser's own choice. */
  deviceId: string;
  /** A frame of the microphone, 20 ms, and when it was spoken; nothing comes while it is muted. */
  onFrame: (samples: Int16Array<ArrayBuffer>, spokenMs: number) => void;
  /** ms of the agent's audio that have been heard since the last clear. */
  onHeard: (ms: number) => void;
  /** The microphone was unplugged, or taken away by the browser. */
  onGone: () => void;
}

/** Microphone and loudspeaker of one call. */
export interface AudioLine {
  play(samples: Int16Array): void;
  clear(): void;
  setMuted(isMuted: boolean): void;
  /** Takes another microphone; throws when it cannot be opened. */
  takeDevice(deviceId: string): Promise<void>;
  close(): void;
}

async function openMicrophone(deviceId: string, onGone: () => void): Promise<MediaStream> {
  // Absent on pages that are neither https nor localhost.
  if (!('mediaDevices' in navigator)) throw new DOMException('', 'InsecurePage');
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      ...(deviceId && { deviceId: { exact: deviceId } }),
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      channelCount: 1,
    },
  });
  // Not fired for tracks that we stop ourselves.
  for (const track of stream.getTracks()) track.addEventListener('ended', onGone);
  return stream;
}

/** On a machine without an audio output, a browser may wait forever. */
async function startSound(context: AudioContext): Promise<void> {
  const isLate = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new DOMException('', 'NoLoudspeaker')), loudspeakerMs);
  });
  await Promise.race([context.resume(), isLate]);
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** The chosen microphone, or another one when it is not plugged in any more. */
async function openSomeMicrophone(deviceId: string, onGone: () => void): Promise<MediaStream> {
  try {
    return await openMicrophone(deviceId, onGone);
  } catch (error) {
    if (deviceId === '' || (error as Error).name !== 'OverconstrainedError') throw error;
    return openMicrophone('', onGone);
  }
}

/** Opens microphone and loudspeaker; throws the browser's own error when there is none, or the person says no. */
export async function openAudioLine({
  deviceId,
  onFrame,
  onHeard,
  onGone,
}: AudioLineParts): Promise<AudioLine> {
  let stream = await openSomeMicrophone(deviceId, onGone);
  // At the machine's own rate: Firefox connects no microphone to a context of another one.
  const context = new AudioContext();
  try {
    await Promise.all([context.audioWorklet.addModule(callWorkletUrl), startSound(context)]);
  } catch (error) {
    stopTracks(stream);
    await context.close();
    throw error;
  }
  let isMuted = false;
  const microphone = new AudioWorkletNode(context, 'call-microphone', { numberOfOutputs: 0 });
  microphone.port.onmessage = ({ data }: MessageEvent<MicrophoneFrame>) => {
    if (!isMuted) onFrame(data.samples, data.place * frameMs);
  };
  const player = new AudioWorkletNode(context, 'call-player', { numberOfInputs: 0, outputChannelCount: [1] });
  player.port.onmessage = ({ data }: MessageEvent<number>) => onHeard(data);
  player.connect(context.destination);
  let source = context.createMediaStreamSource(stream);
  source.connect(microphone);

  return {
    play: (samples) => player.port.postMessage(samples),
    clear: () => player.port.postMessage('clear'),
    setMuted(muted) {
      isMuted = muted;
      for (const track of stream.getTracks()) track.enabled = !muted;
    },
    async takeDevice(id) {
      const next = await openMicrophone(id, onGone);
      source.disconnect();
      stopTracks(stream);
      stream = next;
      for (const track of stream.getTracks()) track.enabled = !isMuted;
      source = context.createMediaStreamSource(stream);
      source.connect(microphone);
    },
    close() {
      stopTracks(stream);
      context.close().catch(() => undefined);
    },
  };
}
