import { type EarVendor, earVendors } from '@tendril/catalogue/speech/ear-vendors';
import type { EarState, MouthState } from '@tendril/contract/api/voices';
import { AppError } from '@tendril/contract/app-error';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { toMissingDetails } from '@tendril/contract/voice/missing-secret';
import { type Voice, type VoiceProviderId, voiceProviders } from '@tendril/contract/voice/voice';
import type { Scope } from '../../../platform/db/scope.ts';
import type { LocalSpeech } from '../../../platform/local-speech/local-speech.ts';
import type { SpeechKeys } from './speech-keys.ts';
import { speechVendors } from './speech-vendors.ts';

/** Whoever hears, or what would bring somebody: in words, and as kinds of secrets. */
export type FoundEar = SpeechToText | { missing: string; kinds: string[] };

export interface SpeakerParts {
  keys: SpeechKeys;
  local: LocalSpeech;
  /** What the provider calls a voice of the workspace. */
  findVendorId(scope: Scope, voiceId: string): Promise<string | undefined>;
}

const anyTraits = { accent: 'American', gender: 'male' } as const;

/** Who speaks and who hears: the vendor whose key the workspace has, else a stand-in of this machine. */
export function createSpeakers({ keys, local, findVendorId }: SpeakerParts) {
  async function missingMouth(provider: VoiceProviderId): Promise<string> {
    const stand = await local.mouth(anyTraits);
    const secret = `A secret of the kind ${speechVendors[provider].kindLabel} brings it`;
    return 'missing' in stand ? `${secret}; ${stand.missing}.` : `${secret}.`;
  }

  return {
    async mouth(scope: Scope, voice: Voice, allowLocal: boolean): Promise<TextToSpeech | undefined> {
      const connection = await keys.connect(scope, voice.provider);
      if (connection) {
        const { openMouth } = await import('@tendril/catalogue/speech/open-mouth');
        return openMouth(connection, { ...voice, vendorId: await findVendorId(scope, voice.voice_id) });
      }
      const mouth = allowLocal ? await local.mouth(voice) : undefined;
      return mouth && !('missing' in mouth) ? mouth : undefined;
    },

    async ear(scope: Scope, { language }: { language: string }): Promise<FoundEar> {
      for (const vendor of earVendors) {
        const connection = await keys.connect(scope, vendor);
        if (!connection) continue;
        const { openEar } = await import('@tendril/catalogue/speech/open-ear');
        return openEar(vendor, connection);
      }
      const found = await local.ear(language);
      if (!('missing' in found)) return found;
      const kinds = earVendors.map((vendor) => speechVendors[vendor].kind);
      return { missing: missingEar(found.missing), kinds };
    },

    async nobodySpeaks(provider: VoiceProviderId): Promise<AppError> {
      const message = `Nobody can speak this voice here. ${await missingMouth(provider)}`;
      const details = toMissingDetails({ part: 'mouth', kinds: [speechVendors[provider].kind] });
      return new AppError('CREDENTIAL_MISSING', message, { details });
    },

    async states(scope: Scope): Promise<{ mouths: MouthState[]; ear: EarState }> {
      const [known, stand] = [await keys.list(scope), await local.mouth(anyTraits)];
      const mouths = voiceProviders.map(async ({ id: provider }): Promise<MouthState> => {
        if (known.has(provider))
          return { provider, by: 'vendor', label: speechVendors[provider].label, missing: null };
        if (!('missing' in stand)) return { provider, by: 'local', label: stand.label, missing: null };
        return { provider, by: 'none', label: '', missing: await missingMouth(provider) };
      });
      const vendor = earVendors.find((id) => known.has(id));
      return { mouths: await Promise.all(mouths), ear: await earState(local, vendor) };
    },
  };
}

async function earState(local: LocalSpeech, vendor: EarVendor | undefined): Promise<EarState> {
  if (vendor) return { by: 'vendor', label: speechVendors[vendor].label, missing: null };
  const found = await local.ear('en-US');
  if ('missing' in found) return { by: 'none', label: '', missing: missingEar(found.missing) };
  return { by: 'local', label: found.label, missing: null };
}

function missingEar(otherwise: string): string {
  const kinds = earVendors.map((vendor) => speechVendors[vendor].kindLabel).join(' or ');
  return `A secret of the kind ${kinds} brings an ear. ${otherwise}.`;
}
