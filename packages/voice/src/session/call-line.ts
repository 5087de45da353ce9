import { FrameCutter } from '../audio/frame-cutter.ts';
import { LineRecorder } from '../audio/line-recorder.ts';
import type { CallParts } from '../call-session.ts';
import { honouredGain, honouredSpeed } from '../state/call-rules.ts';
import type { AnswerVoice, AnswerVoiceEvents } from './answer-voice.ts';
import type { CallWork } from './call-work.ts';
import { CallerAudio } from './caller-audio.ts';
import { Ear } from './ear.ts';
import { LineOutput } from './line-output.ts';
import { Mouths } from './mouths.ts';
import { SpokenAnswer } from './spoken-answer.ts';
import { WrittenAnswer } from './written-answer.ts';

/** A browser's line. */
const usualSampleRate = 16_000;
/** A line on which nothing has come by then is broken. */
const firstAudioMs = 30_000;

/** What carries a call's words to and fro. */
export interface CallLine {
  listen(utterance: number): void;
  finishListening(utterance: number): void;
  makeVoice(events: AnswerVoiceEvents): AnswerVoice;
  /** Ends everything and hangs up. */
  close(): void;
}

/** The line of a text call carries nothing but text. */
export const textLine: CallLine = {
  listen: () => {},
  finishListening: () => {},
  makeVoice: (events) => new WrittenAnswer(events),
  close: () => {},
};

/** Opens ear, mouth and recording of a call on its transport. */
export function openAudioLine(audio: NonNullable<CallParts['audio']>, work: CallWork): CallLine {
  const { clock } = work;
  const { transport } = audio;
  const sampleRate = transport.format?.sampleRate ?? usualSampleRate;
  const recorder = new LineRecorder(clock.now(), sampleRate, audio.record?.bind(audio));
  const { ambience } = audio;
  const gain = honouredGain(work.parts.config.volume);
  const output = new LineOutput({ transport, clock, recorder, sampleRate, gain, ambience });
  const ear = openEar(audio, work, sampleRate);
  const caller = new CallerAudio({ clock, recorder, ear, feed: (input) => work.feed(input) });
  const mouths = openMouths(audio, work, sampleRate);
  const stopWatch = watchFirstAudio(work);
  hearAll(audio, work, sampleRate, (frame) => {
    stopWatch();
    caller.hear(frame);
  }).catch(() => undefined);
  return {
    listen: (utterance) => caller.listen(utterance),
    finishListening: (utterance) => caller.finishListening(utterance),
    makeVoice: (events) => new SpokenAnswer(mouths, output, events),
    close() {
      stopWatch();
      output.close();
      ear.close();
      recorder.finish(clock.now());
      Promise.resolve()
        .then(() => transport.close())
        .catch(() => undefined);
    },
  };
}

function openEar(audio: NonNullable<CallParts['audio']>, work: CallWork, sampleRate: number): Ear {
  const { language, sttMode, keywords } = work.parts.config;
  const request = { language, sampleRate, mode: sttMode, keywords, signal: work.signal };
  const ear = new Ear(audio.ear, request, work.clock, {
    onInterim: (utterance, text) => work.feed({ type: 'interim', utterance, text }),
    onFinal: (utterance, text) => work.feed({ type: 'final', utterance, text }),
    onTrouble: (message) => work.tell({ type: 'call-error', code: 'PROVIDER_UNAVAILABLE', message }),
    onLost: (message) => work.feed({ type: 'ear-lost', message }),
  });
  ear.open().catch(() => undefined);
  return ear;
}

function openMouths(audio: NonNullable<CallParts['audio']>, work: CallWork, sampleRate: number): Mouths {
  const { language, voiceSpeed } = work.parts.config;
  const settings = { language, sampleRate, speed: honouredSpeed(voiceSpeed) };
  return new Mouths(audio.mouths, settings, work.clock, (fallback) =>
    work.tell({ type: 'voice-fallback', ...fallback }),
  );
}

/** Reads the caller's audio until the line is closed, which is how a caller hangs up. */
async function hearAll(
  { transport }: NonNullable<CallParts['audio']>,
  work: CallWork,
  sampleRate: number,
  hear: (frame: Int16Array) => void,
): Promise<void> {
  const cutter = new FrameCutter(sampleRate);
  try {
    for await (const piece of transport.incoming) {
      if (work.signal.aborted) return;
      for (const frame of cutter.push(piece)) hear(frame);
    }
    work.feed({ type: 'hang-up', reason: 'user_hangup' });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    work.tell({ type: 'call-error', code: 'INTERNAL', message });
    work.feed({ type: 'hang-up', reason: 'error_unknown' });
  }
}

function watchFirstAudio(work: CallWork): () => void {
  if (!work.parts.hasTimers) return () => {};
  return work.clock.after(firstAudioMs, () => {
    // Whoever writes needs no microphone.
    const hasWritten = work.turns().some(({ speaker }) => speaker === 'caller');
    if (!hasWritten) work.feed({ type: 'hang-up', reason: 'error_no_audio_received' });
  });
}
