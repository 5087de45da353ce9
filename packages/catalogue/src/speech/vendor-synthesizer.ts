import type { SpeechRequest, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { patientRequest } from './patient-request.ts';
import { pcmPieces } from './pcm-pieces.ts';
import type { SpeechConnection } from './speech-connection.ts';

/** A vendor's request for one sentence. */
interface SpeechAsk {
  url: string;
  headers: Record<string, string>;
  body: object;
  /** Sample rate of the raw audio that comes back. */
  sampleRate: number;
  /** Unpacks the sound of a response that is not sound alone. */
  unpack?: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/** A sentence has to begin within this time, or the next voice is tried. */
const patienceMs = 10_000;

/** A voice of a vendor that streams samples in response to a request. */
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
      const { url, headers, body, sampleRate, unpack = (same) => same } = await toAsk(request);
      const init = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const { signal } = request;
      const bytes = patientRequest({ vendor: label, key, fetch, url, init, signal, patienceMs });
      yield* pcmPieces(label, unpack(bytes), sampleRate, request.sampleRate);
    },
  };
}

/** The first of a vendor's rates that is not below the wanted one. */
export function offeredRate(wanted: number, offered: readonly number[]): number {
  return offered.find((rate) => rate >= wanted) ?? offered.at(-1) ?? wanted;
}

/** A speed within the vendor's own bounds. */
export function boundedSpeed(speed: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, speed));
}
