import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { Config } from '../config.ts';
import { findEnglishModel, findLocalProgram } from './find-local-program.ts';
import { createLocalRecognizer } from './local-recognizer.ts';
import { createLocalSynthesizer } from './local-synthesizer.ts';
import { isEnglish, type VoiceTraits } from './local-voice.ts';

/** What is missing, in a sentence that says how to install it. */
interface MissingSpeech {
  missing: string;
}

/** Speech by local programs: to try agents without any key. */
export interface LocalSpeech {
  /** A stand-in for a voice. */
  synthesizer(traits: VoiceTraits): Promise<TextToSpeech | MissingSpeech>;
  recognizer(language: string): Promise<SpeechToText | MissingSpeech>;
}

/** The programs are looked up on demand, and found ones are cached. */
export function createLocalSpeech({ localSpeechGrammar }: Pick<Config, 'localSpeechGrammar'>): LocalSpeech {
  return {
    async synthesizer(traits) {
      const found = (await findLocalProgram('flite')) ?? (await findLocalProgram('espeak-ng'));
      if (found) return createLocalSynthesizer(traits);
      return { missing: "Debian's package flite on the server brings a local stand-in" };
    },
    async recognizer(language) {
      if (!isEnglish(language)) return { missing: 'The local recognizer understands English only' };
      const [program, model] = await Promise.all([
        findLocalProgram('pocketsphinx_continuous'),
        findEnglishModel(),
      ]);
      if (program && model) return createLocalRecognizer(localSpeechGrammar);
      const wanted = program ? 'pocketsphinx-en-us' : 'pocketsphinx and pocketsphinx-en-us';
      return {
        missing: `Debian's ${program ? 'package' : 'packages'} ${wanted} on the server bring a local stand-in`,
      };
    },
  };
}
