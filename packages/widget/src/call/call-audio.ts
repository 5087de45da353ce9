import type { MicrophoneFrame } from '@tendril/contract/page/call-microphone';

/** Microphone and loudspeaker of a call. */
export interface CallAudio {
  play(samples: Int16Array): void;
  /** Drops what has not been heard. */
  clear(): void;
  setMuted(isMuted: boolean): void;
  /** Goes on with the sound where the browser has held it back. */
  resume(): Promise<void>;
  close(): void;
}

interface CallAudioParts {
  /** Empty: the browser's own choice. */
  captureDeviceId: string;
  playbackDeviceId: string;
  onFrame(samples: Int16Array<ArrayBuffer>): void;
  /** ms of the agent's voice that were heard since the last clear. */
  onHeard(ms: number): void;
  /** The microphone was unplugged. */
  onGone(): void;
}

/** A name of its own: a bundler would take the file beside it for a part of this one. */
const here = import.meta.url;

const exactly = (deviceId: string) => (deviceId === '' ? {} : { deviceId: { exact: deviceId } });

/** Opens both; throws the browser's own error when there is none, or the person says no. */
export async function openCallAudio(parts: CallAudioParts): Promise<CallAudio> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      ...exactly(parts.captureDeviceId),
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      channelCount: 1,
    },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  for (const track of stream.getTracks()) track.addEventListener('ended', parts.onGone);
  const context = new AudioContext();
  try {
    await context.audioWorklet.addModule(new URL('./widget-call-worklet.js', here));
    if (parts.playbackDeviceId !== '' && 'setSinkId' in context)
      await (context as unknown as SinkContext).setSinkId(parts.playbackDeviceId);
  } catch (error) {
    stop();
    await context.close();
    throw error;
  }
  let isMuted = false;
  const microphone = new AudioWorkletNode(context, 'call-microphone', { numberOfOutputs: 0 });
  microphone.port.onmessage = ({ data }: MessageEvent<MicrophoneFrame>) => {
    if (!isMuted) parts.onFrame(data.samples);
  };
  const player = new AudioWorkletNode(context, 'call-player', { numberOfInputs: 0, outputChannelCount: [1] });
  player.port.onmessage = ({ data }: MessageEvent<number>) => parts.onHeard(data);
  player.connect(context.destination);
  context.createMediaStreamSource(stream).connect(microphone);
  // Without a click the browser may hold the sound back until there is one.
  context.resume().catch(() => undefined);

  return {
    play: (samples) => player.port.postMessage(samples),
    clear: () => player.port.postMessage('clear'),
    setMuted(muted) {
      isMuted = muted;
      for (const track of stream.getTracks()) track.enabled = !muted;
    },
    resume: () => context.resume(),
    close() {
      stop();
      context.close().catch(() => undefined);
    },
  };
}

/** Not in every browser. */
interface SinkContext {
  setSinkId(deviceId: string): Promise<void>;
}
