import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { Ellipsis, Search } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { countSuffix } from '../../../kit/lib/count-suffix.ts';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../../kit/ui/action-menu.tsx';
import { Chip } from '../../../kit/ui/chip.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { LoaderTiles } from '../loader-tiles.tsx';
import { failedCount, loaderNames } from '../store-facts.ts';
import { queryPath, storePath } from '../store-paths.ts';
import { StoreStatus } from '../store-status.tsx';
import styles from './store-cards.module.css';

interface StoreCardsProps {
  stores: readonly DocumentStoreSummary[];
  actsOf: (store: DocumentStoreSummary) => MenuAction[];
}

/** The stores as cards. */
export function StoreCards({ stores, actsOf }: StoreCardsProps) {
  return (
    <div className={styles['grid']}>
      {stores.map((store) => (
        <StoreCard key={store.id} store={store} acts={actsOf(store)} />
      ))}
    </div>
  );
}

function CardActs({ store, acts }: { store: DocumentStoreSummary; acts: MenuAction[] }) {
  const t = useTexts(knowledgeTexts);
  const navigate = useNavigate();
  const more = t('more', { name: store.name });
  return (
    <span className={styles['acts']}>
      <IconButton size="small" label={t('ask')} onClick={() => navigate(queryPath(store.id))}>
        <Search size={16} />
      </IconButton>
      <ActionMenu
        label={more}
        actions={acts}
        renderButton={(props) => (
          <IconButton {...props} size="small" label={more}>
            <Ellipsis size={16} />
          </IconButton>
        )}
      />
    </span>
  );
}

function StoreCard({ store, acts }: { store: DocumentStoreSummary; acts: MenuAction[] }) {
  const t = useTexts(knowledgeTexts);
  const { name, description, loaders, totalChunks, totalChars, whereUsed } = store;
  const updated = Date.parse(store.updatedDate);
  return (
    <article className={styles['card']}>
      <div className={styles['body']}>
        <div className={styles['head']}>
          <h2>
            <Link to={storePath(store.id)} className={styles['title'] ?? ''} title={name}>
              {name}
            </Link>
          </h2>
          <CardActs store={store} acts={acts} />
        </div>
        <p className={description ? styles['text'] : styles['noText']}>{description || t('noDescription')}</p>
        <div className={styles['made']}>
          {loaders.length > 0 ? (
            <LoaderTiles names={loaderNames(loaders)} />
          ) : (
            <span className={styles['none']}>{t('noSources')}</span>
          )}
          {whereUsed.length > 0 && <Chip label={t('usedBy', { count: whereUsed.length })} />}
        </div>
      </div>
      <div className={styles['foot']}>
        <StoreStatus status={store.status} failed={failedCount(loaders)} />
        <span className={styles['counts']}>
          <span title={t('charCount', { shown: countSuffix(totalChars) })}>
            {t('chunkCount', { count: totalChunks, shown: countSuffix(totalChunks) })}
          </span>
        </span>
        <time dateTime={store.updatedDate}>{shortAge(updated)}</time>
      </div>
    </article>
  );
}
