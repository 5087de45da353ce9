import { useQuery } from '@tanstack/react-query';
import type { CitedBlocks, CitedDocument } from '@tendril/contract/api/citations';
import type { Place } from '@tendril/contract/provider/block';
import { useEffect, useMemo, useRef } from 'react';
import { citationTexts } from '../../kit/texts/en/citations.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { BlockItem, bestRange } from './block-item.tsx';
import styles from './blocks-view.module.css';
import type { CitationTarget } from './citation-target.ts';
import { citationBlocksQuery } from './citations.queries.ts';
import { MarkedPassage } from './marked-passage.tsx';

interface BlocksViewProps {
  document: CitedDocument;
  target: CitationTarget;
  sentence: string;
}

/** A document by its blocks, or by its lines, scrolled to what is cited. */
export function BlocksView({ document, target, sentence }: BlocksViewProps) {
  const t = useTexts(citationTexts);
  const { data, error, refetch } = useQuery(citationBlocksQuery(target));
  if (error)
    return (
      <div className={styles['failed']}>
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
        <MarkedPassage text={document.text} sentence={sentence} />
      </div>
    );
  if (!data) return <SkeletonList shape="rows" count={6} />;
  return <Sheet data={data} document={document} sentence={sentence} />;
}

interface SheetProps {
  data: CitedBlocks;
  document: CitedDocument;
  sentence: string;
}

function Sheet({ data: { blocks, cited, hasBefore, hasAfter }, document, sentence }: SheetProps) {
  const t = useTexts(citationTexts);
  const first = useRef<HTMLDivElement>(null);
  const best = useMemo(() => bestRange(blocks, cited, sentence), [blocks, cited, sentence]);
  const target = best?.at ?? cited[0];
  const isLines = document.view === 'lines';

  useEffect(() => {
    const part = first.current;
    (part?.querySelector('mark, [data-cited]') ?? part)?.scrollIntoView({ block: 'center' });
  }, []);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled document must be reachable by keyboard
    <section className={styles['frame']} tabIndex={0} aria-label={t('content', { name: document.name })}>
      <div className={styles['sheet']} data-view={document.view}>
        {hasBefore && <p className={styles['more']}>{t('before')}</p>}
        {blocks.map((block, at) => {
          const isCited = cited.includes(at);
          const label = labelOf(block.place, blocks[at - 1]?.place);
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks keep their places
              key={at}
              ref={at === target ? first : undefined}
              className={styles['block']}
              data-band={isCited ? 'passage' : undefined}
            >
              {label && (
                <p className={styles['label']}>
                  {typeof label === 'number' ? t('slide', { slide: label }) : label}
                </p>
              )}
              {isLines && <LineNumbers place={block.place} />}
              <BlockItem
                block={block}
                isCited={isCited}
                range={best?.at === at ? best.range : undefined}
                passage={document.text}
              />
            </div>
          );
        })}
        {hasAfter && <p className={styles['more']}>{t('after')}</p>}
      </div>
    </section>
  );
}

/** A slide's number or a sheet's name, where a new one begins. */
function labelOf({ slide, sheet }: Place, before: Place | undefined): string | number | undefined {
  if (slide !== undefined && slide !== before?.slide) return slide;
  return sheet !== undefined && sheet !== before?.sheet ? sheet : undefined;
}

function LineNumbers({ place: { lines } }: { place: Place }) {
  if (!lines) return null;
  const [from, to] = lines;
  return (
    <span className={styles['numbers']} aria-hidden="true">
      {Array.from({ length: to - from + 1 }, (_, at) => from + at).join('\n')}
    </span>
  );
}
