import type { PDFPageProxy } from 'pdfjs-dist';
import type { PagePiece } from './page-bands.ts';

/** The texts of a page in the order in which it has them, with their rectangles as the page is shown. */
export async function readPagePieces(page: PDFPageProxy): Promise<PagePiece[]> {
  const view = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , skew = 0, up = 0, x = 0, y = 0] = item.transform as number[];
    const height = item.height || Math.hypot(skew, up);
    // A little below the line for letters that reach there, as the readers count it.
    const [left = 0, bottom = 0] = view.convertToViewportPoint(x, y - height * 0.22);
    const [right = 0, top = 0] = view.convertToViewportPoint(x + item.width, y + height * 0.78);
    const box = [
      Math.min(left, right) / view.width,
      Math.min(top, bottom) / view.height,
      Math.abs(right - left) / view.width,
      Math.abs(bottom - top) / view.height,
    ] as const;
    return [{ text: item.str, box }];
  });
}
