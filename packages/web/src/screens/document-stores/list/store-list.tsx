import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { MoreRows } from '../../../kit/lists/more-rows.tsx';
import { NoMatch } from '../../../kit/lists/no-match.tsx';
import { useSelection } from '../../../kit/lists/use-selection.ts';
import { useShownPart } from '../../../kit/lists/use-shown-part.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { StoreCards } from './store-cards.tsx';
import { StoreTable } from './store-table.tsx';
import { StoreTools } from './store-tools.tsx';
import { useStoreBulk } from './use-store-bulk.ts';
import { filterStores, type StoreFilter } from './use-store-filter.ts';

interface StoreListProps {
  stores: readonly DocumentStoreSummary[];
  filter: StoreFilter;
  actsOf: (store: DocumentStoreSummary) => MenuAction[];
}

/** The knowledge bases as a table or as cards, and what can be done with several of them. */
export function StoreList({ stores, filter, actsOf }: StoreListProps) {
  const t = useTexts(knowledgeTexts);
  const shown = filterStores(stores, filter);
  const part = useShownPart(shown, [filter.search, filter.state, filter.view].join(' '));
  const selection = useSelection(shown);
  const bulk = useStoreBulk(shown, selection, part.isMore);
  const word = filter.search.trim();
  const list = { stores: part.rows, actsOf, selection };
  return (
    <>
      <StoreTools filter={filter} stores={stores} bulk={bulk} />
      {shown.length === 0 && (
        <NoMatch
          title={word === '' ? t('noneWithStatus') : t('noMatch', { search: word })}
          onClear={filter.clear}
        />
      )}
      {shown.length > 0 && filter.view === 'table' && (
        <StoreTable {...list} count={shown.length} filter={filter} />
      )}
      {shown.length > 0 && filter.view === 'cards' && <StoreCards {...list} />}
      <MoreRows part={part} />
    </>
  );
}
