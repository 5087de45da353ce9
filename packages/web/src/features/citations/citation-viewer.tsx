import { useQuery } from '@tanstack/react-query';
import type { CitedDocument } from '@tendril/contract/api/citations';
import { History } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { citationTexts } from '../../kit/texts/en/citations.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { BlocksView } from './blocks-view.tsx';
import type { CitationTarget } from './citation-target.ts';
import styles from './citation-viewer.module.css';
import { citationQuery } from './citations.queries.ts';
import { MediaView } from './media-view.tsx';

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));

interface CitationViewerProps {
  target: CitationTarget;
  title: string;
  /** The sentence of the answer that cites it; empty where it is opened by itself. */
  sentence: string;
  /** What is known without the document: shown where that cannot be opened. */
  children: ReactNode;
  isOpen: boolean;
  onClose: () => void;
}

const widths = { narrow: 640, wide: 1040 };

/** A cited document at its place, with what was cited painted. */
export function CitationViewer({ isOpen, ...props }: CitationViewerProps) {
  return isOpen ? <OpenViewer {...props} /> : null;
}

function OpenViewer({ target, title, sentence, children, onClose }: Omit<CitationViewerProps, 'isOpen'>) {
  const t = useTexts(citationTexts);
  const { data, isPending } = useQuery(citationQuery(target));
  const isShown = data !== undefined && data.view !== 'passage';
  return (
    <Dialog isOpen title={title} onClose={onClose} width={isShown || isPending ? widths.wide : widths.narrow}>
      {isPending && (
        <div className={styles['viewer']} role="status" aria-label={t('opening')}>
          <SkeletonList shape="rows" count={5} />
        </div>
      )}
      {isShown && (
        <div className={styles['viewer']}>
          <Facts document={data} />
          <Suspense fallback={<SkeletonList shape="rows" count={5} />}>
            <View document={data} target={target} sentence={sentence} />
          </Suspense>
        </div>
      )}
      {!isPending && !isShown && (
        <>
          {data && target.kind === 'answer' && data.name !== '' && (
            <p className={styles['note']}>{t('gone')}</p>
          )}
          {children}
        </>
      )}
    </Dialog>
  );
}

interface ViewProps {
  document: CitedDocument;
  target: CitationTarget;
  sentence: string;
}

function View(props: ViewProps) {
  switch (props.document.view) {
    case 'pdf':
      return <PdfView {...props} />;
    case 'sound':
    case 'picture':
      return <MediaView {...props} />;
    default:
      return <BlocksView {...props} />;
  }
}

/** Where in the document, and that it is an older version of it. */
function Facts({ document: { name, path, isOlder } }: { document: CitedDocument }) {
  const t = useTexts(citationTexts);
  const trail = [name, ...path].filter((part) => part !== '');
  if (trail.length === 0 && !isOlder) return null;
  return (
    <div className={styles['facts']}>
      {trail.length > 0 && <p className={styles['trail']}>{trail.join(' › ')}</p>}
      {isOlder && (
        <p className={styles['older']}>
          <History size={14} />
          {t('older')}
        </p>
      )}
    </div>
  );
}
