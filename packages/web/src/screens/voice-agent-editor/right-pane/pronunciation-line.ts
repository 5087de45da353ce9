import type { Pronunciation } from '@tendril/contract/provider/text-to-speech';

/** A pronunciation as a line: "Siobhan = ʃɪˈvɔːn". What is not complete is kept as it was typed. */
export function writePronunciation({ word, ipa }: Pronunciation): string {
  return ipa === '' ? word : `${word} = ${ipa}`;
}

export function readPronunciation(line: string): Pronunciation {
  const at = line.indexOf('=');
  if (at < 0) return { word: line.trim(), ipa: '' };
  // Dictionaries write phonemes between slashes.
  return {
    word: line.slice(0, at).trim(),
    ipa: line
      .slice(at + 1)
      .replaceAll('/', '')
      .trim(),
  };
}
