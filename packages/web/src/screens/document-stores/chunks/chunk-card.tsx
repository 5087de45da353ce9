import type { StoreChunk } from '@tendril/contract/api/document-stores';
import { SelectBox } from '../../../kit/lists/select-box.tsx';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { markText } from '../mark-words.ts';
import { MarkedText } from '../marked-text.tsx';
import { usePlaceText } from '../use-place-text.ts';
import styles from './chunks-screen.module.css';

/** What stands before the first hit of a search, so that the hit is seen. */
const leadCharacters = 80;

interface ChunkCardProps {
  chunk: StoreChunk;
  search: string;
  selection: Selection;
  /** Of which source it is, where there are several. */
  sourceName?: string | undefined;
  onOpen: () => void;
}

function aroundHit(text: string, search: string): string {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  return at > leadCharacters * 2 ? `…${text.slice(at - leadCharacters)}` : text;
}

/** A chunk as a card: its number, its first lines, where it stands. */
export function ChunkCard({ chunk, search, selection, sourceName, onOpen }: ChunkCardProps) {
  const t = useTexts(knowledgeWorkTexts);
  const place = usePlaceText();
  const { id, chunkNo, pageContent, metadata } = chunk;
  return (
    <article className={styles['card']} data-selected={selection.ids.has(id) || undefined}>
      <header>
        <SelectBox selection={selection} id={id} name={t('chunkNumber', { number: chunkNo })} />
        <button
          type="button"
          className={styles['open']}
          aria-label={t('openChunk', { number: chunkNo })}
          onClick={onOpen}
        >
          {t('chunkNumber', { number: chunkNo })}
        </button>
        <span>{t('charCount', { count: pageContent.length })}</span>
      </header>
      <p className={styles['text']}>
        <MarkedText parts={markText(aroundHit(pageContent, search), search)} />
      </p>
      <footer>{[sourceName, place(metadata)].filter(Boolean).join(' · ')}</footer>
    </article>
  );
}
