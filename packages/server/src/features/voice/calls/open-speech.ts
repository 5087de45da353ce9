import { AppError } from '@tendril/contract/app-error';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { defaultLanguage } from '@tendril/contract/voice/languages';
import { toMissingDetails } from '@tendril/contract/voice/missing-secret';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { Scope } from '../../../platform/db/scope.ts';

/** Who hears and speaks for a workspace. */
export interface SpeechProvider {
  /** `missing` says which package or key would bring an ear; `kinds` are those of the key's secret. */
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
}

/** Nobody here understands speech. */
export class RecognizerMissingError extends AppError {
  readonly reason = 'error_asr';

  constructor(missing: string, kinds: readonly string[] = []) {
    super('CREDENTIAL_MISSING', missing, {
      details: toMissingDetails({ part: 'recognizer', kinds: [...kinds] }),
    });
  }
}

/** The ear and the voices of a spoken call. Throws CREDENTIAL_MISSING that says what would bring what is not there. */
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
    'Nobody can speak here: add a key of the voice’s provider, or install flite on the server.',
  );
}
