import type { HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { languageName } from '../../speech/language-name.ts';
import { createLiveRecognizer } from '../../speech/live/live-recognizer.ts';
import type { LiveSpeechConnection } from '../../speech/speech-connection.ts';
import { openTurnReader } from './turn-messages.ts';

/** Limits of the vendor. */
const mostKeywords = 100;
const longestKeyword = 50;
const leastPieceMs = 50;
/** Longer than anybody pauses within an utterance: its end is detected here, not by the vendor. */
const turnSilenceMs = 60_000;

/** Languages of the vendor's streaming models; "multi" is one of them. */
const languages = new Set(['en', 'es', 'fr', 'de', 'it', 'pt']);

/** Whether AssemblyAI recognizes a language while it is spoken. */
export function hearsAssemblyAi(language: string): boolean {
  return languages.has(languageName(language) ?? 'en');
}

/** Recognition by AssemblyAI, over a socket that stays open during the call. */
export function createAssemblyAiRecognizer(connection: LiveSpeechConnection): SpeechToText {
  return createLiveRecognizer('AssemblyAI', connection, ({ key, baseUrl }, request) => ({
    vendor: 'AssemblyAI',
    address: streamAddress(baseUrl, request),
    headers: { authorization: key },
    leastPieceMs,
    finalize: '{"type":"ForceEndpoint"}',
    // A session that is not terminated is billed until it times out.
    farewell: '{"type":"Terminate"}',
    toSoundMessage: (bytes) => bytes,
    openReader: () => openTurnReader(request.mode === 'accurate'),
  }));
}

/** The address that is opened for a call. */
function streamAddress(baseUrl: string, request: Omit<HearingRequest, 'signal'>): string {
  const { language, sampleRate, mode, keywords } = request;
  const isEnglish = languageName(language) === 'en';
  const query = new URLSearchParams({
    speech_model: isEnglish ? 'universal-streaming-english' : 'universal-streaming-multilingual',
    sample_rate: String(sampleRate),
    encoding: 'pcm_s16le',
    // Punctuation and figures take the vendor a moment more.
    format_turns: String(mode === 'accurate'),
    end_of_turn_confidence_threshold: '1',
    max_turn_silence: String(turnSilenceMs),
  });
  const likely = keywords.filter((word) => word.length <= longestKeyword).slice(0, mostKeywords);
  if (likely.length > 0) query.set('keyterms_prompt', JSON.stringify(likely));
  return `${baseUrl.replace(/^http/, 'ws')}/ws?${query}`;
}
