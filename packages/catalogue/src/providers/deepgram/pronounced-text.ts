import type { Pronunciation } from '@tendril/contract/provider/text-to-speech';
import { withPronunciations } from '../../speech/voices/with-pronunciations.ts';

/** Languages whose voices read phonemes. */
const languages = /-(en|es)$/;

/** A text with the vendor's own notation of pronunciations, for the voices that read it. */
export function pronouncedText(
  model: string,
  text: string,
  pronunciations: readonly Pronunciation[] = [],
): string {
  if (!model.startsWith('aura-2-') || !languages.test(model)) return text;
  return withPronunciations(
    text,
    pronunciations,
    ({ ipa }, word) => `\\{"word": ${JSON.stringify(word)}, "pronounce": ${JSON.stringify(ipa)}\\}`,
  );
}
