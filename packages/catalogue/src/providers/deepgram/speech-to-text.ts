import type { HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { languageName } from '../../speech/language-name.ts';
import { createLiveRecognizer } from '../../speech/live/live-recognizer.ts';
import type { LiveSpeechConnection } from '../../speech/speech-connection.ts';
import { isReport, readLiveResult } from './live-messages.ts';

/** The newest model does not support Chinese. */
const olderModelLanguages = new Set(['zh']);
/** Languages with regional variants at the vendor. */
const withCountry = new Set([
  'en-US',
  'en-GB',
  'en-AU',
  'en-NZ',
  'en-IN',
  'es-419',
  'pt-BR',
  'pt-PT',
  'zh-CN',
]);
const mostKeywords = 50;

/** The vendor closes the socket after ten seconds without a message. */
const keepAlive = { message: '{"type":"KeepAlive"}', everyMs: 4000 };

/** Recognition by Deepgram, over a socket that stays open during the call. */
export function createDeepgramRecognizer(connection: LiveSpeechConnection): SpeechToText {
  return createLiveRecognizer('Deepgram', connection, ({ key, baseUrl }, request) => ({
    vendor: 'Deepgram',
    address: listenAddress(baseUrl, request),
    headers: { authorization: `Token ${key}` },
    keepAlive,
    answersEverySound: true,
    isAnswer: isReport,
    finalize: '{"type":"Finalize"}',
    farewell: '{"type":"CloseStream"}',
    toSoundMessage: (bytes) => bytes,
    openReader: () => ({ read: readLiveResult }),
  }));
}

/** The address that is opened for a call. */
function listenAddress(baseUrl: string, request: Omit<HearingRequest, 'signal'>): string {
  const { language, sampleRate, mode, keywords } = request;
  const name = languageName(language);
  const isOlder = name !== undefined && olderModelLanguages.has(name);
  const query = new URLSearchParams({
    model: isOlder ? 'nova-2' : 'nova-3',
    language: withCountry.has(language) ? language : (name ?? 'multi'),
    encoding: 'linear16',
    sample_rate: String(sampleRate),
    channels: '1',
    interim_results: 'true',
    punctuate: 'true',
    // The vendor's pauses are one sign among others: the end of the caller's turn is decided by the call.
    endpointing: '250',
  });
  if (mode === 'accurate') query.set('smart_format', 'true');
  else query.set('no_delay', 'true');
  const likely = isOlder ? 'keywords' : 'keyterm';
  for (const word of keywords.slice(0, mostKeywords)) query.append(likely, word);
  return `${baseUrl.replace(/^http/, 'ws')}/listen?${query}`;
}
