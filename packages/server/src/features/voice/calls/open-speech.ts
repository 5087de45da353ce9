import { AppError } from '@tendril/contract/app-error';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { defaultLanguage } from '@tendril/contract/voice/languages';
import { toMissingDetails } from '@tendril/contract/voice/missing-secret';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ConnectSpeech } from './responders/open-realtime-responder.ts';

/** The speech providers of a workspace. */
export interface SpeechProvider {
  /** `missing` says which package or key would provide a recognizer; `kinds` are those of the key's credential. */
  recognizer(
    scope: Scope,
    asked: { language: string },
  ): Promise<SpeechToText | { missing: string; kinds?: readonly string[] }>;
  /** The first voice, then its fallbacks. */
  synthesizers(
    scope: Scope,
    voiceIds: readonly string[],
    options: { allowLocal: boolean },
  ): Promise<readonly TextToSpeech[]>;
  connectSpeech: ConnectSpeech;
}

/** No speech recognizer is available. */
export class RecognizerMissingError extends AppError {
  readonly reason = 'error_asr';

  constructor(missing: string, kinds: readonly string[] = []) {
    super('CREDENTIAL_MISSING', missing, {
      details: toMissingDetails({ part: 'recognizer', kinds: [...kinds] }),
    });
  }
}

/** The recognizer and the voices of a spoken call. Throws CREDENTIAL_MISSING that says how to get what is missing. */
export async function openSpeech(
  speech: SpeechProvider,
  scope: Scope,
  { agent, settings }: VoiceAgentSnapshot,
): Promise<{ recognizer: SpeechToText; synthesizers: readonly TextToSpeech[] }> {
  const recognizer = await speech.recognizer(scope, { language: agent.language || defaultLanguage });
  if ('missing' in recognizer) throw new RecognizerMissingError(recognizer.missing, recognizer.kinds);
  const voiceIds = [agent.voiceId, ...settings.fallbackVoiceIds];
  const synthesizers = await speech.synthesizers(scope, voiceIds, { allowLocal: true });
  if (synthesizers.length > 0) return { recognizer, synthesizers };
  throw new AppError(
    'CREDENTIAL_MISSING',
    'No voice is available: add a key for the voice’s provider, or install flite on the server.',
  );
}
