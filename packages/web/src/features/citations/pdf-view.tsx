import type { CitedDocument } from '@tendril/contract/api/citations';
import type { Place } from '@tendril/contract/provider/block';
import { ChevronLeft, ChevronRight, Highlighter, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { citationTexts } from '../../kit/texts/en/citations.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import type { CitationTarget } from './citation-target.ts';
import { MarkedPassage } from './marked-passage.tsx';
import { PdfPage } from './pdf-page.tsx';
import styles from './pdf-view.module.css';
import { usePdf } from './use-pdf.ts';

interface PdfViewProps {
  document: CitedDocument;
  target: CitationTarget;
  sentence: string;
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
/** Wider pages are no easier to read. */
const widest = 860;

/** A PDF at the cited page: arrows and Page keys turn pages, plus and minus zoom. */
export function PdfView({ document, target, sentence }: PdfViewProps) {
  const t = useTexts(citationTexts);
  const { opened, error, retry } = usePdf(target, document.places, sentence);
  if (error)
    return (
      <div className={styles['failed']}>
        <ErrorState title={t('failed')} error={error} onRetry={retry} />
        <MarkedPassage text={document.text} sentence={sentence} />
      </div>
    );
  if (!opened) return <SkeletonList shape="rows" count={6} />;
  return <Pages {...opened} document={document} sentence={sentence} />;
}

interface PagesProps {
  pdf: NonNullable<ReturnType<typeof usePdf>['opened']>['pdf'];
  citedPage: number;
  document: CitedDocument;
  sentence: string;
}

function Pages({ pdf, citedPage, document, sentence }: PagesProps) {
  const t = useTexts(citationTexts);
  const [page, setPage] = useState(citedPage);
  const [zoom, setZoom] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const room = useWidthOf(frame);
  const count = pdf.numPages;
  const turn = (by: number) => setPage((now) => Math.min(count, Math.max(1, now + by)));
  const step = (by: number) =>
    setZoom((now) => zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(now) + by))] ?? 1);
  const keys: Readonly<Record<string, () => void>> = {
    PageDown: () => turn(1),
    PageUp: () => turn(-1),
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    Home: () => setPage(1),
    End: () => setPage(count),
    '+': () => step(1),
    '-': () => step(-1),
    '0': () => setZoom(1),
  };
  const onKey = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const fit = Math.max(0, Math.min(widest, room));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the page, from wherever in it
    <div className={styles['view']} onKeyDown={onKey}>
      <div className={styles['tools']} role="toolbar" aria-label={t('tools')}>
        <IconButton label={t('previousPage')} size="small" disabled={page === 1} onClick={() => turn(-1)}>
          <ChevronLeft size={16} />
        </IconButton>
        <span className={styles['count']} aria-live="polite">
          {t('pageOf', { page, count })}
        </span>
        <IconButton label={t('nextPage')} size="small" disabled={page === count} onClick={() => turn(1)}>
          <ChevronRight size={16} />
        </IconButton>
        <IconButton
          label={t('citedPage')}
          size="small"
          disabled={page === citedPage}
          onClick={() => setPage(citedPage)}
        >
          <Highlighter size={16} />
        </IconButton>
        <span className={styles['space']} />
        <IconButton label={t('zoomOut')} size="small" disabled={zoom === zooms[0]} onClick={() => step(-1)}>
          <ZoomOut size={16} />
        </IconButton>
        <button
          type="button"
          className={styles['zoom']}
          aria-label={t('fitWidth')}
          onClick={() => setZoom(1)}
        >
          {Math.round(zoom * 100)} %
        </button>
        <IconButton label={t('zoomIn')} size="small" disabled={zoom === zooms.at(-1)} onClick={() => step(1)}>
          <ZoomIn size={16} />
        </IconButton>
      </div>
      <section
        ref={frame}
        className={styles['frame']}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled page must be reachable by keyboard
        tabIndex={0}
        aria-label={t('content', { name: document.name })}
      >
        {fit > 0 && (
          <PdfPage
            pdf={pdf}
            page={page}
            width={Math.round(fit * zoom)}
            places={document.places}
            sentence={sentence}
            label={t(isCited(page, document.places) ? 'pageShown' : 'pageOf', {
              ...{ page, count, name: document.name },
            })}
          />
        )}
      </section>
    </div>
  );
}

const isCited = (page: number, places: readonly Place[]) => places.some((place) => place.page === page);

/** The width of a part, as it changes. */
function useWidthOf(part: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!part.current) return;
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    watch.observe(part.current);
    return () => watch.disconnect();
  }, [part]);
  return width;
}
