import type { HearingLine, SpeechToText, Utterance } from '@tendril/contract/provider/speech-to-text';
import { Resampler } from '@tendril/contract/voice/resampler';
import { type RealtimeSession, realtimeRate } from './realtime-session.ts';

/** Shorter sounds hold no word, and the vendor refuses them. */
const leastSamples = (realtimeRate * 100) / 1000;

interface RealtimeHearing {
  /** Throws when the session cannot be used, or no longer. */
  session(signal: AbortSignal): Promise<RealtimeSession>;
  /** An utterance is complete; its words are on their way. */
  onUtterance(session: RealtimeSession): void;
  /** It had no words. */
  onNothing(): void;
  /** Nothing more is heard this way. */
  onClosed(): void;
}

/** The caller's side of a realtime session: the model hears the sound, and its transcript is what was said. */
export function createRealtimeRecognizer(hearing: RealtimeHearing): SpeechToText {
  return {
    label: 'OpenAI Realtime',
    isStandIn: false,
    async open({ sampleRate, signal }): Promise<HearingLine> {
      const session = await hearing.session(signal);
      return {
        begin: () => beginUtterance(hearing, session, sampleRate),
        close: () => hearing.onClosed(),
      };
    },
  };
}

function beginUtterance(hearing: RealtimeHearing, session: RealtimeSession, sampleRate: number): Utterance {
  const resampler = new Resampler(sampleRate, realtimeRate);
  let taken = 0;
  const append = (samples: Int16Array) => {
    if (samples.length === 0) return;
    taken += samples.length;
    session.append(samples);
  };
  return {
    push: (samples) => append(resampler.push(samples)),
    async finish() {
      append(resampler.end());
      if (taken < leastSamples) {
        if (taken > 0) session.clear();
        return { text: '' };
      }
      const { itemId, text } = await session.commit();
      hearing.onUtterance(session);
      const words = await text;
      if (words !== '') return { text: words };
      session.forget(itemId);
      hearing.onNothing();
      return { text: '' };
    },
    cancel: () => session.clear(),
  };
}
