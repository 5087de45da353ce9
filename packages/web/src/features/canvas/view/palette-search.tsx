import { X } from 'lucide-react';
import type { Ref } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { SearchRow } from '../../../kit/ui/search-row.tsx';
import { KeyCap } from '../keys/key-cap.tsx';
import styles from './palette.module.css';

interface PaletteSearchProps {
  query: string;
  setQuery: (query: string) => void;
  searchRef: Ref<HTMLInputElement>;
  onEnter: () => void;
  /** Down leads into the list. */
  onDown: () => void;
}

/** The search above the palette's list. */
export function PaletteSearch({ query, setQuery, searchRef, onEnter, onDown }: PaletteSearchProps) {
  const t = useTexts(canvasTexts);
  return (
    <SearchRow
      ref={searchRef}
      className={styles['search']}
      label={t('searchNodes')}
      value={query}
      onChange={setQuery}
      onKeyDown={(event) => {
        if (event.key === 'Escape') query ? setQuery('') : event.currentTarget.blur();
        if (event.key === 'Enter') onEnter();
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        onDown();
      }}
      trailing={
        query ? (
          <IconButton label={t('clearSearch')} size="small" onClick={() => setQuery('')}>
            <X size={16} />
          </IconButton>
        ) : (
          <KeyCap id="searchNodes" />
        )
      }
    />
  );
}
