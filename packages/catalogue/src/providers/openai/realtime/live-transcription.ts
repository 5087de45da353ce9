import type { HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { Resampler } from '@tendril/contract/voice/resampler';
import * as z from 'zod';
import { languageName } from '../../../speech/language-name.ts';
import type { LiveReader } from '../../../speech/live/live-protocol.ts';
import { createLiveRecognizer } from '../../../speech/live/live-recognizer.ts';
import { readMessage } from '../../../speech/live/read-message.ts';
import type { LiveSpeechConnection } from '../../../speech/speech-connection.ts';
import { realtimeFailure, toRealtimeError } from './realtime-messages.ts';
import { realtimeRate } from './realtime-session.ts';

const vendor = 'OpenAI';
/** The first understands while somebody speaks; the second once they have finished, and better. */
const models: Readonly<Record<HearingRequest['mode'], string>> = {
  fast: 'gpt-live-transcribe',
  accurate: 'gpt-4o-transcribe',
};
/** Below it the vendor refuses to finish a piece. */
const leastPieceMs = 100;

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.updated') }),
  z.object({ type: z.literal('input_audio_buffer.committed'), item_id: z.string() }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.delta'),
    item_id: z.string(),
    delta: z.string().default(''),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    item_id: z.string(),
    transcript: z.string().default(''),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.failed'),
    item_id: z.string(),
    error: realtimeFailure,
  }),
  z.object({ type: z.literal('error'), error: realtimeFailure }),
]);

/** Recognition by OpenAI over a transcription session, which stays open during the call. */
export function createLiveTranscription(connection: LiveSpeechConnection): SpeechToText {
  return createLiveRecognizer(vendor, connection, ({ key, baseUrl }, request) => {
    let resampler = new Resampler(request.sampleRate, realtimeRate);
    return {
      vendor,
      // With a model in the address it would be a conversation.
      address: `${baseUrl.replace(/^http/, 'ws')}/realtime?intent=transcription`,
      headers: { authorization: `Bearer ${key}` },
      leastPieceMs,
      answersFinalize: true,
      isReady: (raw) => message.safeParse(readMessage(raw)).data?.type === 'session.updated',
      greet: () => {
        resampler = new Resampler(request.sampleRate, realtimeRate);
        return [JSON.stringify({ type: 'session.update', session: toSession(request) })];
      },
      finalize: () => {
        resampler = new Resampler(request.sampleRate, realtimeRate);
        return '{"type":"input_audio_buffer.commit"}';
      },
      toSoundMessage: (bytes) => {
        const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
        const sound = resampler.push(samples);
        const audio = Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength).toString('base64');
        return JSON.stringify({ type: 'input_audio_buffer.append', audio });
      },
      openReader: () => openReader(key),
    };
  });
}

function toSession({ mode, language, keywords }: Omit<HearingRequest, 'signal'>): object {
  const name = languageName(language);
  const likely = mode === 'fast' ? { keywords } : { prompt: keywords.join(', ') };
  return {
    type: 'transcription',
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: realtimeRate },
        transcription: {
          model: models[mode],
          ...(name && { language: name }),
          ...(keywords.length > 0 && likely),
        },
        // The end of the caller's turn is detected here, not by the vendor.
        turn_detection: null,
      },
    },
  };
}

/** Each commit becomes an item; what is understood of it comes under its id, whatever came before. */
function openReader(key: string): LiveReader {
  const commits: number[] = [];
  const ends = new Map<string, number>();
  const texts = new Map<string, string>();
  return {
    noteFinalize: (sentSeconds) => void commits.push(sentSeconds),
    read(raw, sentSeconds) {
      const { data } = message.safeParse(readMessage(raw));
      switch (data?.type) {
        case 'input_audio_buffer.committed':
          ends.set(data.item_id, commits.shift() ?? sentSeconds);
          return undefined;
        case 'conversation.item.input_audio_transcription.delta': {
          const text = (texts.get(data.item_id) ?? '') + data.delta;
          texts.set(data.item_id, text);
          const endsAt = ends.get(data.item_id) ?? sentSeconds;
          return { text: text.trim(), isFinal: false, endsAt, isLast: false };
        }
        case 'conversation.item.input_audio_transcription.completed': {
          const endsAt = ends.get(data.item_id) ?? sentSeconds;
          ends.delete(data.item_id);
          texts.delete(data.item_id);
          return { text: data.transcript.trim(), isFinal: true, endsAt, isLast: true };
        }
        case 'conversation.item.input_audio_transcription.failed':
          throw toRealtimeError(data.error, key, vendor);
        case 'error': {
          if (data.error.code !== 'input_audio_buffer_commit_empty')
            throw toRealtimeError(data.error, key, vendor);
          return { text: '', isFinal: true, endsAt: commits.shift() ?? sentSeconds, isLast: true };
        }
        default:
          return undefined;
      }
    },
  };
}
