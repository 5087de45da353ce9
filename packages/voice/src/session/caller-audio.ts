import { callFrameMs } from '../audio/frame-cutter.ts';
import type { LineRecorder } from '../audio/line-recorder.ts';
import { VoiceDetector } from '../audio/voice-detector.ts';
import type { CallClock } from '../call-clock.ts';
import type { TimelessInput } from './call-work.ts';
import type { SpeechRecognizer } from './speech-recognizer.ts';

/** How much sound before the onset goes to the recogniser too: the first letter is quieter than the word. */
const preRollMs = 300;
/**
 * A line that sends nothing for this long while its caller speaks has stopped; anything shorter is a stall of the
 * network.
 */
const lostVoiceMs = 2000;

interface CallerAudioParts {
  clock: CallClock;
  recorder: LineRecorder;
  recognizer: SpeechRecognizer;
  feed(input: TimelessInput): void;
}

/** The caller's side of the line: finds the voice in it and passes it to the recognizer. */
export class CallerAudio {
  private readonly detector = new VoiceDetector();
  private recent: Int16Array[] = [];
  private onsetFrames = 0;
  private isListening = false;
  private heardAt = 0;
  private stopWatch: (() => void) | undefined;
  private readonly parts: CallerAudioParts;

  constructor(parts: CallerAudioParts) {
    this.parts = parts;
  }

  /** Takes the next 20 ms. */
  hear(frame: Int16Array): void {
    const { clock, recorder, recognizer, feed } = this.parts;
    this.heardAt = clock.now();
    const startedAt = recorder.caller(frame, clock.now());
    if (startedAt === undefined) return;
    if (this.isListening) recognizer.push(frame);
    else this.remember(frame);
    const sign = this.detector.push(frame);
    if (sign.type === 'onset') {
      this.onsetFrames = sign.beforeMs / callFrameMs;
      const onsetAt = startedAt + callFrameMs - sign.beforeMs;
      feed({ type: 'voice-onset', onsetAt, voicedMs: sign.voicedMs });
    }
    if (sign.type === 'voice') feed({ type: 'voice', voicedMs: sign.voicedMs });
    if (sign.type === 'pause') feed({ type: 'voice-pause', lastVoiceAt: startedAt });
  }

  /** No more frames arrive until the next one: a voice has paused, and the clock does the rest. */
  pause(): void {
    const sign = this.detector.pause();
    if (sign.type === 'pause') this.parts.feed({ type: 'voice-pause', lastVoiceAt: this.heardAt });
  }

  listen(utterance: number): void {
    this.isListening = true;
    this.watch(lostVoiceMs);
    const frames = preRollMs / callFrameMs + this.onsetFrames;
    this.parts.recognizer.begin(utterance, this.recent.slice(-frames));
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
      const restMs = lostVoiceMs - (clock.now() - this.heardAt);
      if (restMs <= 0) this.pause();
      this.watch(restMs > 0 ? restMs : lostVoiceMs);
    });
  }

  private remember(frame: Int16Array): void {
    this.recent.push(frame);
    if (this.recent.length > 32) this.recent.shift();
  }
}
