import { AppError } from '@tendril/contract/app-error';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import * as z from 'zod';
import { languageName } from '../../speech/language-name.ts';
import type { LiveReader } from '../../speech/live/live-protocol.ts';
import { createLiveRecognizer } from '../../speech/live/live-recognizer.ts';
import { readMessage } from '../../speech/live/read-message.ts';
import type { LiveSpeechConnection } from '../../speech/speech-connection.ts';
import { cartesiaHeaders } from './connection.ts';

/** Recognizes every language; the vendor's newer models recognize English alone. */
const model = 'ink-whisper';

const message = z.object({
  type: z.string(),
  is_final: z.boolean().default(false),
  text: z.string().default(''),
  error: z.string().optional(),
  message: z.string().optional(),
});

/** Recognition by Cartesia, over a socket that stays open during the call. */
export function createCartesiaRecognizer(connection: LiveSpeechConnection): SpeechToText {
  return createLiveRecognizer('Cartesia', connection, ({ baseUrl, key }, { language, sampleRate }) => {
    const query = new URLSearchParams({
      model,
      encoding: 'pcm_s16le',
      sample_rate: String(sampleRate),
      ...(languageName(language) && { language: languageName(language) ?? '' }),
    });
    return {
      vendor: 'Cartesia',
      address: `${baseUrl.replace(/^http/, 'ws')}/stt/websocket?${query}`,
      headers: cartesiaHeaders({ key }),
      leastPieceMs: 100,
      // "flush_done" comes whether there were words or not.
      answersEverySound: true,
      finalize: 'finalize',
      farewell: 'done',
      toSoundMessage: (bytes) => bytes,
      openReader,
    };
  });
}

/**
 * Each transcript belongs to the sound so far, until it is finished. The times of its words are left: they drift from the
 * sound by seconds.
 */
function openReader(): LiveReader {
  const asked: number[] = [];
  return {
    noteFinalize: (sentSeconds) => void asked.push(sentSeconds),
    read(raw, sentSeconds) {
      const parsed = message.safeParse(readMessage(raw));
      if (!parsed.success) return undefined;
      const { type, is_final: isFinal, text, error, message: words } = parsed.data;
      if (type === 'error')
        throw new AppError('PROVIDER_REFUSED', `Cartesia: ${error ?? words ?? 'refused the sound.'}`);
      if (type === 'transcript')
        return { text: text.trim(), isFinal, endsAt: asked[0] ?? sentSeconds, isLast: false };
      if (type !== 'flush_done') return undefined;
      return { text: '', isFinal: true, endsAt: asked.shift() ?? sentSeconds, isLast: true };
    },
  };
}
