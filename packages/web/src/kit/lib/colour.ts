const hexColour = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
// Near enough to black that one of the two can be read on every colour.
const dark = '#040605';
const light = '#ffffff';

/** Minimum contrast for text (WCAG 2.2, 1.4.3). */
export const readableRatio = 4.5;

/** Whether a text is a colour as the settings keep them. */
export function isColour(text: string): boolean {
  return hexColour.test(text.trim());
}

/** `#rrggbb`, or undefined for anything that is not a colour. */
export function fullHex(text: unknown): string | undefined {
  if (typeof text !== 'string' || !isColour(text)) return undefined;
  const hex = text.trim().slice(1).toLowerCase();
  return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(hex.slice(place, place + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

/** The wanted text colour where it can be read on the background, else dark or light, whichever reads better. */
export function readableOn(background: string, wanted?: string): string {
  if (wanted !== undefined && contrastOf(background, wanted) >= readableRatio) return wanted;
  return contrastOf(background, dark) >= contrastOf(background, light) ? dark : light;
}

/** The colour `share` of the way from one to the other. */
export function mixColours(one: string, other: string, share: number): string {
  const mixed = [1, 3, 5].map((place) => {
    const from = Number.parseInt(one.slice(place, place + 2), 16);
    const to = Number.parseInt(other.slice(place, place + 2), 16);
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
