import type { BeepDetector } from '../audio/beep-detector.ts';
import type { DenoisedFrames } from '../audio/denoised-frames.ts';
import { callFrameMs } from '../audio/frame-cutter.ts';
import { type Intonation, intonationOf } from '../audio/intonation.ts';
import type { LineRecorder } from '../audio/line-recorder.ts';
import { VoiceDetector } from '../audio/voice-detector.ts';
import type { CallClock } from '../call-clock.ts';
import type { TimelessInput } from './call-work.ts';
import type { SpeechRecognizer } from './speech-recognizer.ts';

/** How much sound before the onset goes to the recognizer too: the first letter is quieter than the word. */
const preRollMs = 300;
/**
 * A line that sends nothing for this long while its caller speaks has stopped; anything shorter is a stall of the
 * network.
 */
const lostVoiceMs = 2000;
/** The same for a line that says when it is muted, and numbers its frames: what is missing is on its way. */
const stalledVoiceMs = 6000;

/** How much of the voice is kept for its intonation. */
const contourFrames = 500 / callFrameMs;
/** Frames before an onset that are kept. */
const mostRecent = 32;

interface CallerAudioParts {
  sampleRate: number;
  clock: CallClock;
  recorder: LineRecorder;
  recognizer: SpeechRecognizer;
  feed(input: TimelessInput): void;
  /** Finds the beep of a mailbox; absent where none can answer. */
  beeps?: BeepDetector | undefined;
  /** Takes the noise out of what is recognized; the recording has the sound as it came. */
  denoised?: DenoisedFrames | undefined;
}

/** The caller's side of the line: finds the voice in it and passes it to the recognizer. */
export class CallerAudio {
  private readonly detector = new VoiceDetector();
  private recent: Int16Array[] = [];
  /** The last frames of an utterance, for its intonation. */
  private spoken: Int16Array[] = [];
  private onsetFrames = 0;
  /** When the last frame ended. */
  private endedAt = 0;
  private isListening = false;
  private heardAt = 0;
  private longestStallMs = lostVoiceMs;
  private stopWatch: (() => void) | undefined;
  private readonly parts: CallerAudioParts;

  constructor(parts: CallerAudioParts) {
    this.parts = parts;
  }

  /** Takes the next 20 ms, and when they were spoken if the line states it. */
  hear(frame: Int16Array, spokenMs?: number): void {
    const { clock, recorder, feed } = this.parts;
    this.heardAt = clock.now();
    if (spokenMs !== undefined) this.longestStallMs = stalledVoiceMs;
    const startedAt = recorder.caller(frame, clock.now(), spokenMs);
    if (startedAt === undefined) return;
    const { beeps, sampleRate, denoised } = this.parts;
    const heard = denoised?.push(frame, startedAt) ?? { samples: frame, startedAt };
    this.keep(heard.samples, heard.startedAt);
    // To a denoiser a beep is noise.
    if (beeps?.push(frame, sampleRate)) feed({ type: 'beep' });
    this.detect(heard.samples, heard.startedAt);
  }

  private keep(frame: Int16Array, startedAt: number): void {
    this.endedAt = startedAt + callFrameMs;
    if (this.isListening) this.follow(frame, startedAt);
    else this.remember(frame);
  }

  private detect(frame: Int16Array, startedAt: number): void {
    const { feed } = this.parts;
    const sign = this.detector.push(frame);
    if (sign.type === 'onset') {
      this.onsetFrames = sign.beforeMs / callFrameMs;
      const onsetAt = startedAt + callFrameMs - sign.beforeMs;
      feed({ type: 'voice-onset', onsetAt, voicedMs: sign.voicedMs, clearMs: sign.clearMs });
    }
    if (sign.type === 'voice') feed({ type: 'voice', voicedMs: sign.voicedMs, clearMs: sign.clearMs });
    if (sign.type === 'pause') feed({ type: 'voice-pause', lastVoiceAt: startedAt, ...this.intonation() });
    if (sign.type === 'noise') feed({ type: 'voice-noise' });
  }

  /** No more frames arrive until the next one: a voice has paused, and the clock does the rest. */
  pause(): void {
    const last = this.parts.denoised?.flush();
    if (last) {
      this.keep(last.samples, last.startedAt);
      this.detect(last.samples, last.startedAt);
    }
    const sign = this.detector.pause();
    if (sign.type === 'pause') this.parts.feed({ type: 'voice-pause', lastVoiceAt: this.heardAt });
  }

  listen(utterance: number): void {
    this.isListening = true;
    this.watch(this.longestStallMs);
    const frames = preRollMs / callFrameMs + this.onsetFrames;
    this.spoken = this.recent.slice(-frames);
    this.parts.recognizer.begin(utterance, this.spoken, this.endedAt);
    this.recent = [];
  }

  finishListening(utterance: number): void {
    this.isListening = false;
    this.close();
    this.detector.reset();
    this.parts.recognizer.finish(utterance);
  }

  close(): void {
    this.stopWatch?.();
    this.stopWatch = undefined;
  }

  /** A line need not announce that it stops sending: during speech, a timer watches it. */
  private watch(waitMs: number): void {
    const { clock } = this.parts;
    this.stopWatch?.();
    this.stopWatch = clock.after(waitMs, () => {
      const restMs = this.longestStallMs - (clock.now() - this.heardAt);
      if (restMs <= 0) this.pause();
      this.watch(restMs > 0 ? restMs : this.longestStallMs);
    });
  }

  private follow(frame: Int16Array, startedAt: number): void {
    this.parts.recognizer.push(frame, startedAt);
    this.spoken.push(frame);
    if (this.spoken.length > contourFrames) this.spoken.splice(0, this.spoken.length - contourFrames);
  }

  private intonation(): { intonation?: Intonation } {
    const samples = new Int16Array(this.spoken.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const frame of this.spoken) {
      samples.set(frame, at);
      at += frame.length;
    }
    const intonation = intonationOf(samples, this.parts.sampleRate);
    return intonation ? { intonation } : {};
  }

  /** Copies into what is not needed any more: frames that are kept for a while are costly to collect. */
  private remember(frame: Int16Array): void {
    const oldest = this.recent.length < mostRecent ? undefined : this.recent.shift();
    const copy = oldest?.length === frame.length ? oldest : new Int16Array(frame.length);
    copy.set(frame);
    this.recent.push(copy);
  }
}
