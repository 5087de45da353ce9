import type { Voice } from '@tendril/contract/voice/voice';

/** The criteria for choosing a stand-in. */
export type VoiceTraits = Pick<Voice, 'accent' | 'gender' | 'age'>;

const ofTheIsles: readonly Voice['accent'][] = ['British', 'Irish', 'Australian'];

/** The stand-in for an English voice: there are one woman and three men, one of them a Scot. */
export function fliteVoice({ accent, gender, age }: VoiceTraits): 'slt' | 'rms' | 'awb' | 'kal16' {
  if (gender === 'female') return 'slt';
  if (ofTheIsles.includes(accent)) return 'awb';
  return age === 'Old' ? 'kal16' : 'rms';
}

/** The second program's language codes where they differ from ours. */
const espeakNames: Readonly<Record<string, string>> = {
  multi: 'en-us',
  'en-US': 'en-us',
  'en-GB': 'en-gb',
  'en-IN': 'en-gb',
  'en-AU': 'en-gb',
  'en-NZ': 'en-gb',
  'es-419': 'es-419',
  'fr-FR': 'fr-fr',
  'zh-CN': 'cmn',
  'pt-BR': 'pt-br',
  'no-NO': 'nb',
};

/** The voice of the multilingual program. */
export function espeakVoice(language: string, { gender }: VoiceTraits): string {
  const name = espeakNames[language] ?? language.split('-')[0] ?? 'en-us';
  return `${name}+${gender === 'female' ? 'f2' : 'm3'}`;
}

/** Whether the English voices can speak it. */
export function isEnglish(language: string): boolean {
  return language === 'multi' || language.startsWith('en');
}
