import { callFrameMs } from '../audio/frame-cutter.ts';
import type { LineRecorder } from '../audio/line-recorder.ts';
import { VoiceDetector } from '../audio/voice-detector.ts';
import type { CallClock } from '../call-clock.ts';
import type { TimelessInput } from './call-work.ts';
import type { SpeechRecognizer } from './speech-recognizer.ts';

/** Before the onset, so much of the line goes to the recogniser too: the first letter is quieter than the word. */
const preRollMs = 300;

export interface CallerAudioParts {
  clock: CallClock;
  recorder: LineRecorder;
  recognizer: SpeechRecognizer;
  feed(input: TimelessInput): void;
}

/** The caller's side of the line: finds the voice in it and hands it to the ear. */
export class CallerAudio {
  private readonly detector = new VoiceDetector();
  private recent: Int16Array[] = [];
  private onsetFrames = 0;
  private isListening = false;
  private readonly parts: CallerAudioParts;

  constructor(parts: CallerAudioParts) {
    this.parts = parts;
  }

  /** Takes the next 20 ms. */
  hear(frame: Int16Array): void {
    const { clock, recorder, recognizer, feed } = this.parts;
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

  listen(utterance: number): void {
    this.isListening = true;
    const frames = preRollMs / callFrameMs + this.onsetFrames;
    this.parts.recognizer.begin(utterance, this.recent.slice(-frames));
    this.recent = [];
  }

  finishListening(utterance: number): void {
    this.isListening = false;
    this.detector.reset();
    this.parts.recognizer.finish(utterance);
  }

  private remember(frame: Int16Array): void {
    this.recent.push(frame);
    if (this.recent.length > 32) this.recent.shift();
  }
}
