/** Digits with the usual separators; long enough to be a telephone number. */
const written = /\+?\d[\d\s().\-/]{4,24}\d/g;
const shortest = 6;

/** "+1 (415) 555-0100" as "+14155550100". */
export function plainNumber(text: string): string {
  return (text.trim().startsWith('+') ? '+' : '') + text.replaceAll(/\D/g, '');
}

/** Telephone numbers that a text names, in plain form, once each. */
export function telephoneNumbers(text: string): string[] {
  const found = [...text.matchAll(written)].map(([match]) => plainNumber(match));
  return [...new Set(found)].filter((number) => number.replace('+', '').length >= shortest);
}

/** The listed number that another spelling stands for; undefined when there is none. */
export function listedNumber(asked: string, list: readonly string[]): string | undefined {
  const wanted = plainNumber(asked).replace('+', '');
  return wanted === '' ? undefined : list.find((number) => number.replace('+', '') === wanted);
}
