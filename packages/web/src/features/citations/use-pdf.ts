import type { Place } from '@tendril/contract/provider/block';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import type { CitationTarget } from './citation-target.ts';
import { readCitedFile } from './citations.queries.ts';
import { openPdf } from './open-pdf.ts';
import { pageBands } from './page-bands.ts';
import { readPagePieces } from './read-page-pieces.ts';

interface OpenedPdf {
  pdf: PDFDocumentProxy;
  /** The page that says most of the sentence. */
  citedPage: number;
}

const mostLookedAt = 5;

/** A passage may go over several pages: the cited one says most of the sentence. */
async function findPage(pdf: PDFDocumentProxy, places: readonly Place[], sentence: string): Promise<number> {
  const pages = [...new Set(places.flatMap(({ page }) => page ?? []))].filter(
    (page) => page >= 1 && page <= pdf.numPages,
  );
  let best = { page: pages[0] ?? 1, score: 0 };
  for (const page of pages.slice(0, mostLookedAt)) {
    const pieces = await readPagePieces(await pdf.getPage(page));
    const { score } = pageBands(page, places, pieces, sentence);
    if (score > best.score) best = { page, score };
  }
  return best.page;
}

/** The cited PDF, once it is open; closed with the part that asked for it. */
export function usePdf(target: CitationTarget, places: readonly Place[], sentence: string) {
  const [opened, setOpened] = useState<OpenedPdf>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify([target, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the target, and its places come with it
  useEffect(() => {
    const gone = new AbortController();
    let close: (() => Promise<void>) | undefined;
    const open = async () => {
      const made = await openPdf(await readCitedFile(target, gone.signal));
      close = made.close;
      if (gone.signal.aborted) return made.close();
      const citedPage = await findPage(made.pdf, places, sentence);
      if (!gone.signal.aborted) setOpened({ pdf: made.pdf, citedPage });
    };
    open().catch((cause: unknown) => {
      if (!gone.signal.aborted) setError(cause);
    });
    return () => {
      gone.abort();
      void close?.();
    };
  }, [key]);

  const retry = () => {
    setError(undefined);
    setAttempt(attempt + 1);
  };
  return { opened, error, retry };
}
