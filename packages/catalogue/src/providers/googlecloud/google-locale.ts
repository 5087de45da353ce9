const others: Readonly<Record<string, string>> = {
  multi: 'en-US',
  'es-419': 'es-US',
  'en-NZ': 'en-AU',
  'no-NO': 'nb-NO',
  'zh-CN': 'cmn-CN',
  'pt-PT': 'pt-BR',
  'ms-MY': 'id-ID',
};

/** The vendor's code of a language that it speaks; where it lacks one, the closest. */
export function googleLocale(language: string): string {
  return others[language] ?? language;
}
