import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { toWav } from '@tendril/contract/voice/wav';
import * as z from 'zod';
import type { LiveProtocol, LiveReader } from '../../speech/live/live-protocol.ts';
import { createLiveRecognizer } from '../../speech/live/live-recognizer.ts';
import { readMessage } from '../../speech/live/read-message.ts';
import type { LiveSpeechConnection } from '../../speech/speech-connection.ts';
import { azureSpeechAddress } from './azure-address.ts';
import { readAzureMessage, toAzureBytes, toAzureMessage } from './azure-message.ts';

const vendor = 'Azure';
/** The vendor counts time in units of 100 ns. */
const ticksPerSecond = 10_000_000;
const headBytes = 44;

/** The vendor's codes of languages that it names otherwise. */
const locales: Readonly<Record<string, string>> = { multi: 'en-US', 'es-419': 'es-MX', 'no-NO': 'nb-NO' };

const timedWord = z.object({ Word: z.string(), Offset: z.number(), Duration: z.number() });
const result = z.object({
  RecognitionStatus: z.string().default('Success'),
  Text: z.string().optional(),
  DisplayText: z.string().optional(),
  NBest: z
    .array(
      z.object({
        Display: z.string(),
        /** As they were said: figures have names. */
        Words: z.array(timedWord).default([]),
      }),
    )
    .optional(),
  Offset: z.number().default(0),
  Duration: z.number().default(0),
});

/** Recognition by Azure, over a socket that stays open during the call: each utterance is a request of its own there. */
export function createAzureRecognizer(connection: LiveSpeechConnection): SpeechToText {
  return createLiveRecognizer(vendor, connection, ({ baseUrl, key }, request) => {
    const { sampleRate, language, keywords } = request;
    const query = new URLSearchParams({
      language: locales[language] ?? language,
      format: 'detailed',
      wordLevelTimestamps: 'true',
    });
    const path = `/speech/recognition/conversation/cognitiveservices/v1?${query}`;
    const requests = new AzureRequests(sampleRate, keywords);
    return {
      vendor,
      address: azureSpeechAddress(baseUrl, 'stt', path),
      headers: { 'ocp-apim-subscription-key': key, 'x-connectionid': newId() },
      leastPieceMs: 100,
      answersEverySound: true,
      ...requests.protocol(),
    };
  });
}

/** The requests of one call, one after the other. */
class AzureRequests {
  readonly #head: Uint8Array;
  readonly #context: string;
  /** The request that takes sound now. */
  #id = newId();
  #hasBegun = false;

  constructor(sampleRate: number, keywords: readonly string[]) {
    this.#head = new Uint8Array(toWav({ samples: new Int16Array(), sampleRate })).subarray(0, headBytes);
    const items = keywords.map((text) => ({ Text: text }));
    this.#context = JSON.stringify(
      items.length === 0 ? {} : { dgi: { Groups: [{ Type: 'Generic', Items: items }] } },
    );
  }

  protocol(): Pick<LiveProtocol, 'greet' | 'toSoundMessage' | 'finalize' | 'openReader'> {
    return {
      greet: () => {
        this.#next();
        return [
          toAzureMessage('speech.config', this.#id, 'application/json', speechConfig),
          toAzureMessage('speech.context', this.#id, 'application/json', this.#context),
        ];
      },
      toSoundMessage: (bytes) => this.#sound(bytes),
      // A piece without sound ends the request; the sound after it belongs to the next one.
      finalize: () => {
        const last = toAzureBytes('audio', this.#id, 'audio/x-wav', new Uint8Array());
        this.#next();
        return last;
      },
      openReader: () => openReader(),
    };
  }

  #sound(bytes: Uint8Array): Uint8Array {
    if (this.#hasBegun) return toAzureBytes('audio', this.#id, 'audio/x-wav', bytes);
    this.#hasBegun = true;
    const first = new Uint8Array(this.#head.length + bytes.length);
    first.set(this.#head);
    first.set(bytes, this.#head.length);
    return toAzureBytes('audio', this.#id, 'audio/x-wav', first);
  }

  #next(): void {
    this.#id = newId();
    this.#hasBegun = false;
  }
}

/** Times of results count from the beginning of their request. */
function openReader(): LiveReader {
  const ends: number[] = [];
  let beganAt = 0;
  return {
    noteFinalize: (sentSeconds) => void ends.push(sentSeconds),
    read(raw, sentSeconds) {
      const read = readAzureMessage(raw);
      if (!read) return undefined;
      const end = ends[0] ?? sentSeconds;
      if (read.path === 'turn.end') {
        ends.shift();
        beganAt = end;
        return { text: '', isFinal: true, endsAt: end, isLast: true };
      }
      if (read.path !== 'speech.hypothesis' && read.path !== 'speech.phrase') return undefined;
      const parsed = result.safeParse(readMessage(read.text));
      if (!parsed.success) return undefined;
      const { RecognitionStatus: status, Text, DisplayText, NBest, Offset, Duration } = parsed.data;
      if (status === 'Error' || status === 'BadRequest' || status === 'Forbidden')
        throw new AppError('PROVIDER_REFUSED', `${vendor}: the recognition ended with "${status}".`);
      const isFinal = read.path === 'speech.phrase';
      const text = (isFinal ? (NBest?.[0]?.Display ?? DisplayText) : Text) ?? '';
      const endsAt = Math.min(end, beganAt + (Offset + Duration) / ticksPerSecond);
      // A result never lies before the sound of its request.
      const words = NBest?.[0]?.Words.map((word) => ({
        text: word.Word,
        startsAt: beganAt + word.Offset / ticksPerSecond,
        endsAt: beganAt + (word.Offset + word.Duration) / ticksPerSecond,
      }));
      return {
        text: text.trim(),
        isFinal,
        ...(isFinal && words && { words }),
        endsAt: Math.max(endsAt, beganAt + least),
        isLast: false,
      };
    },
  };
}

const least = 0.001;

const newId = () => randomUUID().replaceAll('-', '');

const speechConfig = JSON.stringify({
  context: {
    system: { name: 'Tendril', version: '1' },
    os: { platform: 'server', name: 'server' },
    audio: { source: { type: 'Stream' } },
  },
});
