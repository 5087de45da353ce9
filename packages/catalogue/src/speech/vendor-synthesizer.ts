import type { SpeechRequest, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { patientRequest } from './patient-request.ts';
import { pcmPieces } from './pcm-pieces.ts';
import type { SpeechConnection } from './speech-connection.ts';

/** What a vendor is asked for one sentence. */
interface SpeechAsk {
  url: string;
  headers: Record<string, string>;
  body: object;
  /** Samples a second of the bare samples that come back. */
  sampleRate: number;
}

/** Within this time a sentence has begun, or the next voice is tried. */
const patienceMs = 10_000;

/** A voice of a vendor that answers a request with samples as they are made. */
export function createVendorSynthesizer(
  label: string,
  { key, fetch }: SpeechConnection,
  toAsk: (request: SpeechRequest) => SpeechAsk | Promise<SpeechAsk>,
): TextToSpeech {
  return {
    label,
    isStandIn: false,
    async *speak(request) {
      if (request.text.trim() === '') return;
      const { url, headers, body, sampleRate } = await toAsk(request);
      const init = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const { signal } = request;
      const bytes = patientRequest({ vendor: label, key, fetch, url, init, signal, patienceMs });
      yield* pcmPieces(label, bytes, sampleRate, request.sampleRate);
    },
  };
}

/** The first of the rates that a vendor offers which loses nothing of the wanted one. */
export function offeredRate(wanted: number, offered: readonly number[]): number {
  return offered.find((rate) => rate >= wanted) ?? offered.at(-1) ?? wanted;
}

/** A speed as the vendor's own bounds allow it. */
export function boundedSpeed(speed: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, speed));
}
