const longest = 200;
// Characters that reverse the reading direction of a name, and make "gpj.exe" look like a picture.
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A foreign file name as a label for people: its last part, without control characters. It never becomes a path. */
export function toFileName(text: string): string {
  const last = text.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}"]/gu, '')
    .replace(turning, '')
    .trim();
  if (plain === '' || plain === '.' || plain === '..') return 'file';
  if (plain.length <= longest) return plain;
  const { stem, ending } = splitName(plain);
  return ending.length < 20
    ? stem.slice(0, longest - ending.length).toWellFormed() + ending
    : plain.slice(0, longest).toWellFormed();
}

/** The wanted name, or the first of "a (1).txt", "a (2).txt" … that is free. */
export function freeFileName(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted;
  const { stem, ending } = splitName(wanted);
  let number = 1;
  while (isTaken(`${stem} (${number})${ending}`)) number += 1;
  return `${stem} (${number})${ending}`;
}

/** The extension with its dot in lower case, empty where there is none. */
export function endingOf(name: string): string {
  return splitName(name).ending.toLowerCase();
}

function splitName(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}
