const hues = [
  ['#00696e', '#53d0d4'],
  ['#6b3fc4', '#b79cf2'],
  ['#1d64c8', '#6ba6f5'],
  ['#9a4d00', '#f0a35e'],
  ['#a8327a', '#ee8fc8'],
  ['#4a5650', '#b3c0b9'],
] as const;

/**
 * The first letter of a name in a circle, in a colour derived from the name. As a picture on a page it follows the
 * page's theme.
 */
export function drawAvatar(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?';
  const [light, dark] = hues[hueOf(name)] ?? hues[0];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">',
    '<style>',
    `circle{fill:${light};fill-opacity:.13}text{fill:${light};font:500 14px Roboto,Helvetica,Arial,sans-serif}`,
    `@media (prefers-color-scheme:dark){circle{fill:${dark};fill-opacity:.2}text{fill:${dark}}}`,
    '</style>',
    '<circle cx="16" cy="16" r="16"/>',
    `<text x="16" y="21" text-anchor="middle">${escaped(letter)}</text>`,
    '</svg>',
  ].join('');
}

function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % hues.length;
}

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
