const mostLetters = 5000;
const replaced: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': ', ',
  '—': ', ',
  '…': '.',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  '€': ' euros ',
  '£': ' pounds ',
};

/** A sentence for a program that accepts plain letters only. */
export function plainText(text: string): string {
  const known = [...oneLine(text)].map((letter) => replaced[letter] ?? letter).join('');
  return known
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
}

/** A sentence without line breaks and control characters. */
export function oneLine(text: string): string {
  return text
    .slice(0, mostLetters)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
