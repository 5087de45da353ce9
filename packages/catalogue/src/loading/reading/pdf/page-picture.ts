import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { type Pixels, pngOfPixels } from '../png-of-pixels.ts';

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

const mostPixels = 60_000_000;
const leastSide = 100;
const imageMs = 20_000;

/** The largest picture that a page shows, which on a scanned page is the page, as PNG. */
export async function pagePicture(page: PdfPage): Promise<Uint8Array | undefined> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  let largest: Pixels | undefined;
  for (const [index, operation] of fnArray.entries()) {
    if (operation !== OPS.paintImageXObject) continue;
    const key = String((argsArray[index] as unknown[])[0]);
    const image = await within(
      new Promise<Partial<Pixels> | null>((resolve) => {
        (key.startsWith('g_') ? page.commonObjs : page.objs).get(key, resolve);
      }),
    );
    const { width = 0, height = 0, data } = image ?? {};
    if (!data || Math.min(width, height) < leastSide || width * height > mostPixels) continue;
    if (!largest || width * height > largest.width * largest.height)
      largest = { width, height, data: new Uint8Array(data) };
  }
  return largest && pngOfPixels(largest);
}

/** A picture that cannot be unpacked never arrives. */
async function within<Value>(value: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), imageMs);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
