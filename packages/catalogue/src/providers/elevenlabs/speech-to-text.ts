import type { HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { languageName } from '../../speech/language-name.ts';
import { createLiveRecognizer } from '../../speech/live/live-recognizer.ts';
import type { LiveSpeechConnection } from '../../speech/speech-connection.ts';
import { openTranscriptReader } from './transcript-messages.ts';

const model = 'scribe_v2_realtime';
/** Limits of the vendor. */
const mostKeywords = 50;
const longestKeyword = 20;
/** Below it the vendor refuses to finish a piece. */
const leastPieceMs = 100;

/** Recognition by ElevenLabs, over a socket that stays open during the call. */
export function createElevenLabsRecognizer(connection: LiveSpeechConnection): SpeechToText {
  return createLiveRecognizer('ElevenLabs', connection, ({ key, baseUrl }, request) => ({
    vendor: 'ElevenLabs',
    address: realtimeAddress(baseUrl, request),
    headers: { 'xi-api-key': key },
    leastPieceMs,
    finalize: toChunk(new Uint8Array(), request.sampleRate, true),
    toSoundMessage: (bytes) => toChunk(bytes, request.sampleRate, false),
    openReader: openTranscriptReader,
  }));
}

/** The address that is opened for a call. */
function realtimeAddress(baseUrl: string, request: Omit<HearingRequest, 'signal'>): string {
  const { language, sampleRate, keywords } = request;
  const name = languageName(language);
  const query = new URLSearchParams({
    model_id: model,
    audio_format: `pcm_${sampleRate}`,
    // The end of the caller's turn is detected here, not by the vendor.
    commit_strategy: 'manual',
    include_timestamps: 'true',
    ...(name && { language_code: name }),
  });
  const likely = keywords.filter((word) => word.length <= longestKeyword);
  for (const word of likely.slice(0, mostKeywords)) query.append('keyterms', word);
  return `${baseUrl.replace(/^http/, 'ws')}/v1/speech-to-text/realtime?${query}`;
}

function toChunk(bytes: Uint8Array, sampleRate: number, commit: boolean): string {
  const sound = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return JSON.stringify({
    message_type: 'input_audio_chunk',
    audio_base_64: sound,
    commit,
    sample_rate: sampleRate,
  });
}
