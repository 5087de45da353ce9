import { useQuery } from '@tanstack/react-query';
import type { CitedBlocks, CitedDocument } from '@tendril/contract/api/citations';
import type { Block, Place } from '@tendril/contract/provider/block';
import { useEffect, useMemo, useRef } from 'react';
import { citationTexts } from '../../kit/texts/en/citations.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { BlockItem, bestRange, columnName } from './block-item.tsx';
import styles from './blocks-view.module.css';
import type { CitationTarget } from './citation-target.ts';
import { citationBlocksQuery } from './citations.queries.ts';
import { type CitedCells, citedCells, sheetStart } from './cited-cells.ts';
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
  const cells = useMemo(
    () => citedTables(blocks, cited, { places: document.places, passage: document.text, sentence }),
    [blocks, cited, document, sentence],
  );
  const withCells = [...cells].find(([, found]) => found.cells.length > 0)?.[0];
  const target = withCells ?? best?.at ?? cited[0];
  const isLines = document.view === 'lines';

  useEffect(() => {
    const part = first.current;
    const place = part?.querySelector('mark') ?? part?.querySelector('[data-cited]') ?? part;
    place?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, []);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled document must be reachable by keyboard
    <section className={styles['frame']} tabIndex={0} aria-label={t('content', { name: document.name })}>
      <div className={styles['sheet']} data-view={document.view}>
        {hasBefore && <p className={styles['more']}>{t('before')}</p>}
        {blocks.map((block, at) => {
          const isCited = cited.includes(at);
          const label = labelOf(block.place, blocks[at - 1]?.place);
          const names = cellNames(block, cells.get(at));
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
              {names && <p className={styles['label']}>{t('cells', { cells: names })}</p>}
              {isLines && <LineNumbers place={block.place} />}
              <BlockItem
                block={block}
                range={best?.at === at ? best.range : undefined}
                cells={cells.get(at)}
              />
            </div>
          );
        })}
        {hasAfter && <p className={styles['more']}>{t('after')}</p>}
      </div>
    </section>
  );
}

/** What is cited of each table. */
function citedTables(
  blocks: readonly Block[],
  cited: readonly number[],
  citation: Parameters<typeof citedCells>[1],
): ReadonlyMap<number, CitedCells> {
  const tables = cited.flatMap((at) => {
    const block = blocks[at];
    return block?.kind === 'table' ? [[at, citedCells(block, citation)] as const] : [];
  });
  return new Map(tables);
}

/** "B7, C7"; undefined for a table that is no sheet. */
function cellNames({ place }: Block, cited: CitedCells | undefined): string | undefined {
  const start = sheetStart(place);
  if (!start || !cited || cited.cells.length === 0) return undefined;
  const nameOf = ({ row, column }: { row: number; column: number }) =>
    `${columnName(start.column + column)}${start.row + row}`;
  return cited.cells.map(nameOf).join(', ');
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
