import type { Box, Place } from '@tendril/contract/provider/block';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { type PageBands, pageBands } from './page-bands.ts';
import styles from './pdf-view.module.css';
import { readPagePieces } from './read-page-pieces.ts';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  page: number;
  /** In pixels of the screen. */
  width: number;
  places: readonly Place[];
  sentence: string;
  label: string;
}

const mostPixels = 16_000_000;

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;
const bandStyle = ([x, y, width, height]: Box): CSSProperties => ({
  insetInlineStart: percent(x),
  insetBlockStart: percent(y),
  inlineSize: percent(width),
  blockSize: percent(height),
});

/** Draws a page and returns what is painted over it. */
async function draw(
  canvas: HTMLCanvasElement,
  { pdf, page: number, width, places, sentence }: PdfPageProps,
  signal: AbortSignal,
): Promise<PageBands | undefined> {
  const page = await pdf.getPage(number);
  if (signal.aborted) return undefined;
  const plain = page.getViewport({ scale: 1 });
  const wanted = (width / plain.width) * (window.devicePixelRatio || 1);
  const most = Math.sqrt(mostPixels / (plain.width * plain.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, most) });
  const drawn = document.createElement('canvas');
  drawn.width = Math.round(viewport.width);
  drawn.height = Math.round(viewport.height);
  const task = page.render({ canvas: drawn, viewport });
  const stop = () => task.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await task.promise;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
  const pieces = await readPagePieces(page);
  if (signal.aborted) return undefined;
  // The page before stays until the next one is whole.
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext('2d')?.drawImage(drawn, 0, 0);
  return pageBands(number, places, pieces, sentence);
}

/** One page of a PDF with the cited lines painted, scrolled into sight. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, page, width, label } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const first = useRef<HTMLSpanElement>(null);
  const [bands, setBands] = useState<PageBands & { page: number }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: places and sentence are those of the document
  useEffect(() => {
    const left = new AbortController();
    if (canvas.current && width > 0)
      draw(canvas.current, props, left.signal)
        .then((drawn) => drawn && setBands({ ...drawn, page }))
        .catch(() => setBands({ passage: [], words: [], score: 0, page }));
    return () => left.abort();
  }, [pdf, page, width]);

  const shownPage = bands?.page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [shownPage]);

  const { passage: lines = [], words = [] } = bands?.page === page ? bands : {};
  return (
    <div
      className={styles['page']}
      style={{ inlineSize: width }}
      data-drawn={shownPage === page || undefined}
    >
      <canvas ref={canvas} role="img" aria-label={label} />
      {[
        ...lines.map((box) => ({ box, kind: 'passage' })),
        ...words.map((box) => ({ box, kind: 'words' })),
      ].map(({ box, kind }, at) => (
        <span
          key={`${kind} ${box.join(' ')}`}
          ref={at === (words.length > 0 ? lines.length : 0) ? first : undefined}
          className={styles['band']}
          data-band={kind}
          style={bandStyle(box)}
          aria-hidden="true"
        />
      ))}
    </div>
  );
}
