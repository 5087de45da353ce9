/** What people put between the digits of a number. */
const separators = /[\s().\u00A0\u2010-\u2015/-]/g;

/** A telephone number as people write it, in the form of E.164 as far as possible without knowing the country. */
export function writtenNumber(text: string): string {
  return text.replace(separators, '').replace(/^00(?=[1-9])/, '+');
}
