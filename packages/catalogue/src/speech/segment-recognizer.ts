import type {
  HeardText,
  HearingRequest,
  SpeechToText,
  Utterance,
} from '@tendril/contract/provider/speech-to-text';
import { SampleBuffer } from './sample-buffer.ts';

/** A whole utterance, and what is known of its call. */
export interface Segment {
  samples: Int16Array;
  request: HearingRequest;
}

/** Shorter sounds hold no word, and vendors refuse them. */
const leastMs = 100;

/** Recognition by a vendor that takes whole utterances: the words come once the caller has finished. */
export function createSegmentRecognizer(
  label: string,
  transcribe: (segment: Segment) => Promise<HeardText>,
  mostMs: number,
): SpeechToText {
  return {
    label,
    isStandIn: false,
    async open(request) {
      const closing = new AbortController();
      const signal = AbortSignal.any([request.signal, closing.signal]);
      return {
        begin: () => beginUtterance(transcribe, { ...request, signal }, mostMs),
        close: () => closing.abort(new DOMException('The call is over.', 'AbortError')),
      };
    },
  };
}

function beginUtterance(
  transcribe: (segment: Segment) => Promise<HeardText>,
  request: HearingRequest,
  mostMs: number,
): Utterance {
  const { sampleRate } = request;
  const sound = new SampleBuffer((mostMs * sampleRate) / 1000);
  const dropping = new AbortController();
  return {
    push: (samples) => sound.push(samples),
    async finish() {
      if (sound.length < (leastMs * sampleRate) / 1000) return { text: '' };
      const signal = AbortSignal.any([request.signal, dropping.signal]);
      return transcribe({ samples: sound.take(), request: { ...request, signal } });
    },
    cancel: () => dropping.abort(new DOMException('Nobody waits for these words.', 'AbortError')),
  };
}
