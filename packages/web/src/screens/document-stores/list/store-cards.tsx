import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { Search } from 'lucide-react';
import { useNavigate } from 'react-router';
import { countSuffix } from '../../../kit/lib/count-suffix.ts';
import { Age } from '../../../kit/lists/age.tsx';
import { CardGrid } from '../../../kit/lists/card-grid.tsx';
import cardStyles from '../../../kit/lists/list-card.module.css';
import { ListCard } from '../../../kit/lists/list-card.tsx';
import { MoreMenu } from '../../../kit/lists/more-menu.tsx';
import { SelectBox } from '../../../kit/lists/select-box.tsx';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { Chip } from '../../../kit/ui/chip.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { LoaderTiles } from '../loader-tiles.tsx';
import { failedCount, loaderNames } from '../store-facts.ts';
import { queryPath, storePath } from '../store-paths.ts';
import { StoreStatus } from '../store-status.tsx';

interface StoreCardsProps {
  stores: readonly DocumentStoreSummary[];
  actsOf: (store: DocumentStoreSummary) => MenuAction[];
  selection: Selection;
}

/** The stores as cards. */
export function StoreCards({ stores, actsOf, selection }: StoreCardsProps) {
  return (
    <CardGrid isSelecting={selection.ids.size > 0}>
      {stores.map((store) => (
        <StoreCard key={store.id} store={store} acts={actsOf(store)} selection={selection} />
      ))}
    </CardGrid>
  );
}

interface StoreCardProps {
  store: DocumentStoreSummary;
  acts: MenuAction[];
  selection: Selection;
}

function StoreCard({ store, acts, selection }: StoreCardProps) {
  const t = useTexts(knowledgeTexts);
  const navigate = useNavigate();
  const { id, name, description, loaders, totalChunks, totalChars, whereUsed } = store;
  return (
    <ListCard
      title={name}
      to={storePath(id)}
      check={<SelectBox selection={selection} id={id} name={name} />}
      acts={
        <>
          <IconButton size="small" label={t('ask')} onClick={() => navigate(queryPath(id))}>
            <Search size={16} />
          </IconButton>
          <MoreMenu name={name} actions={acts} />
        </>
      }
      text={description}
      noText={t('noDescription')}
      made={
        <>
          {loaders.length > 0 ? (
            <LoaderTiles names={loaderNames(loaders)} />
          ) : (
            <span className={cardStyles['none']}>{t('noSources')}</span>
          )}
          {whereUsed.length > 0 && (
            <span title={t('usedBy', { count: whereUsed.length })}>
              <Chip label={t('usedByCard', { count: whereUsed.length })} />
            </span>
          )}
        </>
      }
      foot={
        <>
          <StoreStatus status={store.status} failed={failedCount(loaders)} />
          <span className={cardStyles['figures']} title={t('charCount', { shown: countSuffix(totalChars) })}>
            {t('chunkCount', { count: totalChunks, shown: countSuffix(totalChunks) })}
          </span>
          <Age at={store.updatedDate} />
        </>
      }
    />
  );
}
