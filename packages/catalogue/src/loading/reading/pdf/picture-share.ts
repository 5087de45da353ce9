import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf';

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type Matrix = readonly [number, number, number, number, number, number];

const upright: Matrix = [1, 0, 0, 1, 0, 0];

/** One change of the coordinates after another. */
const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

/** How much of a page its largest picture covers, 0 to 1. */
export async function pictureShare(page: PdfPage): Promise<number> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const [left = 0, bottom = 0, right = 1, top = 1] = page.view;
  const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  let matrix = upright;
  const saved: Matrix[] = [];
  let largest = 0;
  for (const [index, operation] of fnArray.entries()) {
    const args = argsArray[index] as unknown[] | null;
    if (operation === OPS.save) saved.push(matrix);
    else if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd)
      matrix = saved.pop() ?? upright;
    else if (operation === OPS.transform) matrix = times(matrix, args as unknown as Matrix);
    else if (operation === OPS.paintFormXObjectBegin) {
      saved.push(matrix);
      if (args?.[0]) matrix = times(matrix, args[0] as Matrix);
    } else if (operation === OPS.paintImageXObject || operation === OPS.paintImageMaskXObject) {
      // A picture fills the square of one by one.
      const [a, b, c, d, e, f] = matrix;
      const [xs, ys] = [
        [e, e + a, e + c, e + a + c],
        [f, f + b, f + d, f + b + d],
      ];
      const width = within(Math.max(...xs), left, right) - within(Math.min(...xs), left, right);
      const height = within(Math.max(...ys), bottom, top) - within(Math.min(...ys), bottom, top);
      largest = Math.max(largest, (width * height) / ((right - left) * (top - bottom)));
    }
  }
  return largest;
}
