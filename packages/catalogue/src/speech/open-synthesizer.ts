import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { VoiceProviderId } from '@tendril/contract/voice/voice';
import { azureVoice, createAzureSynthesizer } from '../providers/azure/text-to-speech.ts';
import { findCartesiaVoice } from '../providers/cartesia/find-voice.ts';
import { createCartesiaSynthesizer } from '../providers/cartesia/text-to-speech.ts';
import { createDeepgramSynthesizer, deepgramModel } from '../providers/deepgram/text-to-speech.ts';
import { findElevenLabsVoice, type VoiceTraits } from '../providers/elevenlabs/find-voice.ts';
import { createElevenLabsSynthesizer } from '../providers/elevenlabs/text-to-speech.ts';
import { createGoogleSynthesizer } from '../providers/googlecloud/text-to-speech.ts';
import { createOpenAiSynthesizer } from '../providers/openai/text-to-speech.ts';
import { findPlayHtVoice } from '../providers/playht/find-voice.ts';
import { createPlayHtSynthesizer } from '../providers/playht/text-to-speech.ts';
import type { LiveSpeechConnection } from './speech-connection.ts';

/** The voice to request of a vendor; `vendorId` when the workspace knows the vendor's id of it. */
interface WantedVoice extends VoiceTraits {
  provider: VoiceProviderId;
  vendorId?: string | undefined;
}

/** Opens a voice at its vendor; no request is made before the first sentence. */
export function openSynthesizer(connection: LiveSpeechConnection, voice: WantedVoice): TextToSpeech {
  const { vendorId } = voice;
  switch (voice.provider) {
    case 'openai':
      return createOpenAiSynthesizer(connection, vendorId ?? voice.voice_name.toLowerCase());
    case 'deepgram':
      return createDeepgramSynthesizer(connection, vendorId ?? deepgramModel(voice));
    case 'elevenlabs':
      return createElevenLabsSynthesizer(
        connection,
        async (signal) => vendorId ?? findElevenLabsVoice(connection, voice, signal),
      );
    case 'play':
      return createPlayHtSynthesizer(
        connection,
        async (signal) => vendorId ?? findPlayHtVoice(connection, voice.voice_name, signal),
      );
    case 'cartesia':
      return createCartesiaSynthesizer(
        connection,
        async (signal) => vendorId ?? findCartesiaVoice(connection, voice.voice_name, signal),
      );
    case 'azure':
      return createAzureSynthesizer(connection, vendorId ?? azureVoice(voice));
    case 'google':
      return createGoogleSynthesizer(connection, voice.voice_name, vendorId);
  }
}
