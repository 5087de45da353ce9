import type { Box } from '@tendril/contract/provider/block';

/** What a page draws in one go, as the library gives it. */
export interface DrawnText {
  str: string;
  dir: string;
  transform: number[];
  width: number;
  fontName: string;
}

/** A piece of text on a page. The page is turned so that most of its text is upright; `top` and `bottom` count downwards. */
export interface PageItem {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  baseline: number;
  size: number;
  isBold: boolean;
  isRightToLeft: boolean;
  /** On the page as it is shown. */
  box: Box;
}

/** A page as far as its text is concerned. */
interface PageText {
  /** Text that runs as most of the page does. */
  items: PageItem[];
  /** Text that runs otherwise: marks at the margin. */
  turned: PageItem[];
  /** The upper and the lower edge of the page, turned as its items are. */
  edges: { top: number; bottom: number };
}

interface PageShape {
  /** Maps the page's coordinates to those from its top left, with its rotation. */
  transform: number[];
  width: number;
  height: number;
  /** How far letters reach above and below the baseline, by the names of fonts. */
  reach(fontName: string): { ascent: number; descent: number };
  isBold(fontName: string): boolean;
}

type Matrix = readonly [number, number, number, number, number, number];

function multiplied(outer: readonly number[], inner: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

const quarterOf = ([a, b]: Matrix) => ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4;

interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function extentOf(points: readonly (readonly [number, number])[]): Extent {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Turns a point by quarters, so that text which runs that way is upright. */
function turned([x, y]: readonly [number, number], quarters: number): readonly [number, number] {
  if (quarters === 1) return [y, -x];
  if (quarters === 2) return [-x, -y];
  return quarters === 3 ? [-y, x] : [x, y];
}

const clamped = (value: number) => Math.min(1, Math.max(0, value));

function toItem(drawn: DrawnText, matrix: Matrix, quarters: number, shape: PageShape): PageItem {
  const [a, b, c, d, e, f] = matrix;
  const size = Math.hypot(c, d) || 1;
  const along = Math.hypot(a, b) || 1;
  const { ascent, descent } = shape.reach(drawn.fontName);
  const at = (share: number, rise: number): readonly [number, number] => [
    e + (a / along) * drawn.width * share + c * rise,
    f + (b / along) * drawn.width * share + d * rise,
  ];
  const corners = [at(0, descent), at(1, descent), at(0, ascent), at(1, ascent)];
  const shown = extentOf(corners);
  const x = clamped(shown.left / shape.width);
  const y = clamped(shown.top / shape.height);
  return {
    text: drawn.str,
    ...extentOf(corners.map((corner) => turned(corner, quarters))),
    baseline: turned([e, f], quarters)[1],
    size,
    isBold: shape.isBold(drawn.fontName),
    isRightToLeft: drawn.dir === 'rtl',
    box: [x, y, clamped(shown.right / shape.width) - x, clamped(shown.bottom / shape.height) - y],
  };
}

/** The text of a page with its places; what is drawn twice at one place, to look bold, counts once. */
export function pageText(drawn: readonly DrawnText[], shape: PageShape): PageText {
  const placed = drawn
    .filter(({ str, width }) => str.trim() !== '' && width > 0)
    .map((text) => ({ text, matrix: multiplied(shape.transform, text.transform) }));
  const letters = [0, 0, 0, 0];
  for (const { text, matrix } of placed)
    letters[quarterOf(matrix)] = (letters[quarterOf(matrix)] ?? 0) + text.str.length;
  const quarters = letters.indexOf(Math.max(...letters));
  const seen = new Set<string>();
  const { top, bottom } = extentOf([turned([0, 0], quarters), turned([shape.width, shape.height], quarters)]);
  const page: PageText = { items: [], turned: [], edges: { top, bottom } };
  for (const { text, matrix } of placed) {
    const own = quarterOf(matrix);
    const item = toItem(text, matrix, own, shape);
    const key = `${own} ${Math.round(item.left)} ${Math.round(item.baseline)} ${item.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    (own === quarters ? page.items : page.turned).push(item);
  }
  return page;
}
