import type { LineQuality } from '@tendril/contract/call-event';
import type { HoldSound } from '@tendril/contract/voice/voice-function';
import { BeepDetector } from '../audio/beep-detector.ts';
import { DenoisedFrames } from '../audio/denoised-frames.ts';
import { FrameCutter, frameSamples } from '../audio/frame-cutter.ts';
import { JitterBuffer } from '../audio/jitter-buffer.ts';
import { LineRecorder } from '../audio/line-recorder.ts';
import { openHoldSound } from '../audio/open-hold-sound.ts';
import type { AudioFrame } from '../audio-format.ts';
import type { AudioTransport, ConnectedLine } from '../audio-transport.ts';
import type { CallParts } from '../call-session.ts';
import { normalizeGain, normalizeSpeed } from '../state/call-rules.ts';
import type { AnswerVoice, AnswerVoiceEvents } from './answer-voice.ts';
import { BackchannelSounds } from './backchannel-sounds.ts';
import type { CallWork } from './call-work.ts';
import { CallerAudio } from './caller-audio.ts';
import { Conversation } from './conversation.ts';
import type { ConversationSide } from './conversation-side.ts';
import { LineOutput } from './line-output.ts';
import { SpeechRecognizer } from './speech-recognizer.ts';
import { SpokenAnswer } from './spoken-answer.ts';
import { VoiceFallback } from './voice-fallback.ts';
import { wholeSound } from './whole-sound.ts';
import { WrittenAnswer } from './written-answer.ts';

/** A browser's line. */
const usualSampleRate = 16_000;
/** A line on which nothing has arrived by then is broken. */
const firstAudioMs = 30_000;

/** What carries a call's words in both directions. */
export interface CallLine {
  listen(utterance: number): void;
  finishListening(utterance: number): void;
  makeVoice(events: AnswerVoiceEvents): AnswerVoice;
  /** Plays to a caller who is on hold; returns what ends it. */
  playOnHold(sound: HoldSound): () => void;
  /** A text in the agent's voice for somebody other than the caller; undefined where nothing is spoken. */
  speakAside(text: string): Promise<AudioFrame | undefined>;
  /** Makes the sounds of words of listening that are not there yet. */
  makeBackchannels(words: readonly string[]): void;
  /** Says one of them beside the turns, if its sound is there. */
  sayBackchannel(word: string): void;
  /** The caller talks to somebody else: both are recorded and heard, and nothing is said to them any more. */
  connect(line: ConnectedLine): void;
  /** What the caller said before that is known. */
  closeRecognizer(): void;
  /** Their conversation is over; settles when its last words are known. */
  finishConversation(): Promise<void>;
  /** How each side's sound came through, as far as anybody has counted. */
  quality(): { caller?: LineQuality; agent?: LineQuality };
  /** Ends everything and hangs up. */
  close(): void;
}

/** The line of a text call carries nothing but text. */
export const textLine: CallLine = {
  listen: () => {},
  finishListening: () => {},
  makeVoice: (events) => new WrittenAnswer(events),
  playOnHold: () => () => {},
  speakAside: async () => undefined,
  makeBackchannels: () => {},
  sayBackchannel: () => {},
  connect: () => {},
  closeRecognizer: () => {},
  finishConversation: async () => {},
  quality: () => ({}),
  close: () => {},
};

/** Opens recognizer, synthesizer and recording of a call on its transport. */
export function openAudioLine(audio: NonNullable<CallParts['audio']>, work: CallWork): CallLine {
  const { clock } = work;
  const { transport } = audio;
  const sampleRate = transport.format?.sampleRate ?? usualSampleRate;
  const recorder = new LineRecorder(clock.now(), sampleRate, audio.record?.bind(audio));
  const { ambience, onLate } = audio;
  const gain = normalizeGain(work.parts.config.volume);
  const onFault = (error: unknown) => work.fail(error);
  const output = new LineOutput({ transport, clock, recorder, sampleRate, gain, ambience, onLate, onFault });
  const recognizer = openRecognizer(audio, work, sampleRate);
  const beeps = work.parts.config.voicemail && new BeepDetector();
  const denoised = openDenoised(audio, work, sampleRate);
  const heard = { clock, recorder, recognizer, sampleRate, beeps, denoised };
  const caller = new CallerAudio({ ...heard, feed: (input) => work.feed(input) });
  const synthesizers = openVoices(audio, work, sampleRate);
  const backchannels = new BackchannelSounds(synthesizers, output, work);
  const stopWatch = watchFirstAudio(work);
  let conversation: Conversation | undefined;
  const jitter = openJitterBuffer(work, sampleRate, (frame, spokenMs) => {
    stopWatch();
    (conversation?.caller ?? caller).hear(frame, spokenMs);
  });
  const pause = () => {
    stopWatch();
    (conversation?.caller ?? caller).pause();
  };
  hearAll(transport, work, jitter, pause).catch(() => undefined);
  return {
    listen: (utterance) => caller.listen(utterance),
    finishListening: (utterance) => caller.finishListening(utterance),
    makeVoice(events) {
      backchannels.pause();
      return new SpokenAnswer(synthesizers, output, events);
    },
    playOnHold(sound) {
      if (sound === 'none') return () => {};
      output.playBehind(openHoldSound(sound, sampleRate));
      return () => output.playBehind(undefined);
    },
    speakAside: (text) => soundOf(text, synthesizers, work.signal, sampleRate),
    makeBackchannels: (words) => backchannels.make(words),
    sayBackchannel: (word) => backchannels.say(word),
    connect(line) {
      caller.close();
      output.close();
      synthesizers.close();
      recorder.connect(clock.now());
      conversation = new Conversation({ audio, work, recorder, sampleRate });
      listenTo(line, work, conversation.target, sampleRate).catch(() => undefined);
    },
    closeRecognizer: () => recognizer.close(),
    finishConversation: async () => conversation?.finish(),
    quality: () => qualityOf(jitter, transport),
    close() {
      stopWatch();
      Promise.resolve()
        .then(() => transport.close())
        .catch(() => undefined);
      caller.close();
      output.close();
      recognizer.close();
      synthesizers.close();
      conversation?.close();
      denoised?.close();
      recorder.finish(clock.now());
    },
  };
}

function qualityOf(jitter: JitterBuffer, transport: AudioTransport): ReturnType<CallLine['quality']> {
  const heard = jitter.figures.quality;
  const reported = transport.quality?.();
  return { ...(heard && { caller: heard }), ...(reported && { agent: reported }) };
}

async function soundOf(
  text: string,
  voices: VoiceFallback,
  signal: AbortSignal,
  sampleRate: number,
): Promise<AudioFrame | undefined> {
  const samples = await wholeSound(voices.speak(text, signal));
  return samples.length > 0 ? { format: { sampleRate }, samples } : undefined;
}

function openRecognizer(
  audio: NonNullable<CallParts['audio']>,
  work: CallWork,
  sampleRate: number,
): SpeechRecognizer {
  const { language, sttMode, keywords } = work.parts.config;
  const request = { language, sampleRate, mode: sttMode, keywords, signal: work.signal };
  const recognizer = new SpeechRecognizer(audio.recognizer, request, work.clock, {
    onInterim: (utterance, text, isEnd) =>
      work.feed({ type: 'interim', utterance, text, ...(isEnd && { isEnd }) }),
    onFinal: (utterance, heard) => work.feed({ type: 'final', utterance, ...heard }),
    onTrouble: (message) => work.emit({ type: 'call-error', code: 'PROVIDER_UNAVAILABLE', message }),
    onLost: (message) => work.feed({ type: 'recognizer-lost', message }),
  });
  recognizer.open().catch(() => undefined);
  return recognizer;
}

/** The caller is heard as they sound until there is a denoiser, and where there is none. */
function openDenoised(
  { openDenoiser }: NonNullable<CallParts['audio']>,
  work: CallWork,
  sampleRate: number,
): DenoisedFrames | undefined {
  if (work.parts.config.denoising !== 'noise' || !openDenoiser) return undefined;
  const frames = new DenoisedFrames(sampleRate, (error) => {
    const message = error instanceof Error ? error.message : String(error);
    work.emit({ type: 'call-error', code: 'INTERNAL', message: `The noise reduction failed: ${message}` });
  });
  openDenoiser(sampleRate).then(
    (denoiser) => denoiser && frames.use(denoiser),
    () => undefined,
  );
  return frames;
}

function openVoices(
  audio: NonNullable<CallParts['audio']>,
  work: CallWork,
  sampleRate: number,
): VoiceFallback {
  const { language, voiceSpeed, voiceTemperature, voiceEmotion, pronunciations } = work.parts.config;
  const settings = {
    language,
    sampleRate,
    speed: normalizeSpeed(voiceSpeed),
    temperature: voiceTemperature,
    emotion: voiceEmotion,
    pronunciations,
  };
  return new VoiceFallback(audio.synthesizers, settings, work.clock, (fallback) =>
    work.emit({ type: 'voice-fallback', ...fallback }),
  );
}

/** Brings the caller's audio into its order, and cuts it into frames. */
function openJitterBuffer(
  work: CallWork,
  sampleRate: number,
  hear: (frame: Int16Array, spokenMs?: number) => void,
): JitterBuffer {
  const cutter = new FrameCutter(sampleRate);
  return new JitterBuffer(work.clock, (piece) => {
    if (work.signal.aborted) return;
    const frames = cutter.push(piece);
    // What is not a frame of its own has no time of its own.
    const isFrame = frames.length === 1 && frames[0]?.length === frameSamples(sampleRate);
    for (const frame of frames) hear(frame, isFrame ? piece.place?.spokenMs : undefined);
  });
}

/** Reads what the other one says: their line ends with the caller's, which says so. */
async function listenTo(
  { incoming }: ConnectedLine,
  work: CallWork,
  side: ConversationSide,
  sampleRate: number,
): Promise<void> {
  const jitter = openJitterBuffer(work, sampleRate, (frame, spokenMs) => side.hear(frame, spokenMs));
  try {
    for await (const piece of incoming) {
      if (work.signal.aborted) return;
      if ('isPaused' in piece) {
        jitter.flush();
        side.pause();
      } else jitter.push(piece);
    }
    jitter.flush();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    work.emit({
      type: 'call-error',
      code: 'INTERNAL',
      message: `The transfer target is not heard: ${message}`,
    });
  }
}

/** Reads the caller's audio until the line is closed, which is how a caller hangs up; a pause is no frame. */
async function hearAll(
  transport: AudioTransport,
  work: CallWork,
  jitter: JitterBuffer,
  pause: () => void,
): Promise<void> {
  try {
    for await (const piece of transport.incoming) {
      if (work.signal.aborted) return;
      if ('isPaused' in piece) {
        jitter.flush();
        pause();
      } else jitter.push(piece);
    }
    jitter.flush();
    work.feed({ type: 'hang-up', reason: 'user_hangup' });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    work.emit({ type: 'call-error', code: 'INTERNAL', message });
    work.feed({ type: 'hang-up', reason: 'error_unknown' });
  }
}

function watchFirstAudio(work: CallWork): () => void {
  if (!work.parts.hasTimers) return () => {};
  return work.clock.after(firstAudioMs, () => {
    // A caller who types needs no microphone.
    const hasWritten = work.turns().some(({ speaker }) => speaker === 'caller');
    if (!hasWritten) work.feed({ type: 'hang-up', reason: 'error_no_audio_received' });
  });
}
