const hexColour = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
// Near enough to black that either it or white is readable on every colour.
const dark = '#040605';
const light = '#ffffff';
const readableRatio = 4.5;

/** `#rrggbb`, or undefined for anything that is not a colour. */
export function fullHex(text: unknown): string | undefined {
  if (typeof text !== 'string' || !hexColour.test(text.trim())) return undefined;
  const hex = text.trim().slice(1).toLowerCase();
  return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`;
}

const partsOf = (hex: string) => [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16));

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

/** The wanted text colour if it is readable on the background, else dark or light, whichever reads better. */
export function readableOn(background: string, wanted?: string): string {
  if (wanted !== undefined && contrastOf(background, wanted) >= readableRatio) return wanted;
  return contrastOf(background, dark) >= contrastOf(background, light) ? dark : light;
}

/** Mixes two colours by `share`. */
export function mixColours(one: string, other: string, share: number): string {
  const to = partsOf(other);
  const mixed = partsOf(one).map((from, place) =>
    Math.round(from + ((to[place] ?? 0) - from) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

/** A colour that is readable on the background: this one, or the nearest towards black or white. */
export function readableShade(colour: string, background: string): string {
  const end = contrastOf(background, dark) >= contrastOf(background, light) ? dark : light;
  const shares = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 1];
  const share = shares.find((one) => contrastOf(mixColours(colour, end, one), background) >= readableRatio);
  return mixColours(colour, end, share ?? 1);
}
