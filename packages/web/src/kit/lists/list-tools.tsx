import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ToolRow } from '../ui/tool-row.tsx';
import { BulkBar, type BulkBarProps } from './bulk-bar.tsx';
import styles from './list-tools.module.css';

interface ListToolsProps {
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** Filters, beside the search. */
  children?: ReactNode;
  /** The main act, where the head of the page has no room for it. */
  act?: ReactNode;
  /** Sort and view, at the end of the row. */
  end?: ReactNode;
  /** How many filters are set, for the button that hides them in a narrow window. */
  setCount?: number;
  /** Replaces the row while something is selected. */
  bulk?: BulkBarProps | undefined;
}

/** The row above a list: search, filters, sort and view; in a narrow window the search and one button for the rest. */
export function ListTools(props: ListToolsProps) {
  const { searchLabel, search, onSearch, children, act, end, setCount = 0, bulk } = props;
  const t = useTexts(listsTexts);
  const [isOpen, setOpen] = useState(false);
  if (bulk && bulk.count > 0) return <BulkBar {...bulk} />;
  const label = setCount > 0 ? t('filtersSet', { count: setCount }) : t('filters');
  return (
    <ToolRow className={styles['tools']}>
      <SearchField label={searchLabel} value={search} onChange={onSearch} takesCtrlF />
      {act}
      {(children || end) && (
        <>
          <IconButton
            size="large"
            label={label}
            className={styles['open'] ?? ''}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={styles['sign']}>
              <SlidersHorizontal size={20} />
              {setCount > 0 && <span className={styles['badge']}>{setCount}</span>}
            </span>
          </IconButton>
          <div className={styles['rest']} data-open={isOpen || undefined}>
            {children}
            {end && <div className={styles['end']}>{end}</div>}
          </div>
        </>
      )}
    </ToolRow>
  );
}
