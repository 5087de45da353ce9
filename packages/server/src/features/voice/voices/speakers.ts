import { type RecognizerVendor, recognizerVendors } from '@tendril/catalogue/speech/recognizer-vendors';
import type { RecognizerState, SynthesizerState } from '@tendril/contract/api/voices';
import { AppError } from '@tendril/contract/app-error';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { toMissingDetails } from '@tendril/contract/voice/missing-secret';
import { allVoiceProviders, type Voice, type VoiceProviderId } from '@tendril/contract/voice/voice';
import type { Scope } from '../../../platform/db/scope.ts';
import type { LocalSpeech } from '../../../platform/local-speech/local-speech.ts';
import type { SpeechKeys } from './speech-keys.ts';
import { speechVendors } from './speech-vendors.ts';

/** The speech recognizer, or what would provide one: in words, and as kinds of credentials. */
type FoundRecognizer = SpeechToText | { missing: string; kinds: string[] };

interface SpeakerParts {
  keys: SpeechKeys;
  local: LocalSpeech;
  /** The provider's id of a voice of the workspace. */
  findVendorId(scope: Scope, voiceId: string): Promise<string | undefined>;
}

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' });
const anyTraits = { accent: 'American', gender: 'male' } as const;

/** The speech providers in use: the vendor whose key the workspace has, else a local stand-in. */
export function createSpeakers({ keys, local, findVendorId }: SpeakerParts) {
  async function missingSynthesizer(provider: VoiceProviderId): Promise<string> {
    const stand = await local.synthesizer(anyTraits);
    const secret = `A secret of the kind ${speechVendors[provider].kindLabel} brings it`;
    return 'missing' in stand ? `${secret}; ${stand.missing}.` : `${secret}.`;
  }

  /** Those that the workspace has a key of, in their order: each takes over from the one before. */
  async function vendorRecognizers(scope: Scope, language: string): Promise<SpeechToText[]> {
    const known = await keys.list(scope);
    const found: SpeechToText[] = [];
    for (const vendor of recognizerVendors) {
      const connection = known.has(vendor) ? await keys.connect(scope, vendor) : undefined;
      if (!connection) continue;
      const { hearsLanguage, openRecognizer } = await import('@tendril/catalogue/speech/open-recognizer');
      if (hearsLanguage(vendor, language)) found.push(openRecognizer(vendor, connection));
    }
    return found;
  }

  return {
    async synthesizer(scope: Scope, voice: Voice, allowLocal: boolean): Promise<TextToSpeech | undefined> {
      const connection = await keys.connect(scope, voice.provider);
      if (connection) {
        const { openSynthesizer } = await import('@tendril/catalogue/speech/open-synthesizer');
        return openSynthesizer(connection, { ...voice, vendorId: await findVendorId(scope, voice.voice_id) });
      }
      const synthesizer = allowLocal ? await local.synthesizer(voice) : undefined;
      return synthesizer && !('missing' in synthesizer) ? synthesizer : undefined;
    },

    async recognizer(scope: Scope, { language }: { language: string }): Promise<FoundRecognizer> {
      const [first, ...others] = await vendorRecognizers(scope, language);
      const found = await local.recognizer(language);
      if (first) {
        const { chainRecognizers } = await import('@tendril/catalogue/speech/recognizer-chain');
        return chainRecognizers([first, ...others, ...('missing' in found ? [] : [found])]);
      }
      if (!('missing' in found)) return found;
      const kinds = recognizerVendors.map((vendor) => speechVendors[vendor].kind);
      return { missing: missingRecognizer(found.missing), kinds };
    },

    async nobodySpeaks(provider: VoiceProviderId): Promise<AppError> {
      const message = `Nobody can speak this voice here. ${await missingSynthesizer(provider)}`;
      const details = toMissingDetails({ part: 'synthesizer', kinds: [speechVendors[provider].kind] });
      return new AppError('CREDENTIAL_MISSING', message, { details });
    },

    async states(scope: Scope): Promise<{ synthesizers: SynthesizerState[]; recognizer: RecognizerState }> {
      const [known, stand] = [await keys.list(scope), await local.synthesizer(anyTraits)];
      const synthesizers = allVoiceProviders.map(async ({ id: provider }): Promise<SynthesizerState> => {
        if (known.has(provider))
          return { provider, by: 'vendor', label: speechVendors[provider].label, missing: null };
        if (!('missing' in stand)) return { provider, by: 'local', label: stand.label, missing: null };
        return { provider, by: 'none', label: '', missing: await missingSynthesizer(provider) };
      });
      const vendor = recognizerVendors.find((id) => known.has(id));
      return {
        synthesizers: await Promise.all(synthesizers),
        recognizer: await recognizerState(local, vendor),
      };
    },
  };
}

async function recognizerState(
  local: LocalSpeech,
  vendor: RecognizerVendor | undefined,
): Promise<RecognizerState> {
  if (vendor) return { by: 'vendor', label: speechVendors[vendor].label, missing: null };
  const found = await local.recognizer('en-US');
  if ('missing' in found) return { by: 'none', label: '', missing: missingRecognizer(found.missing) };
  return { by: 'local', label: found.label, missing: null };
}

function missingRecognizer(otherwise: string): string {
  const kinds = oneOf.format(recognizerVendors.map((vendor) => speechVendors[vendor].kindLabel));
  return `A secret of the kind ${kinds} brings speech recognition. ${otherwise}.`;
}
