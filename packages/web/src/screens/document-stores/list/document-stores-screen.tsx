import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../../kit/state/notifier-store.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { pageTexts } from '../../../kit/texts/en/pages.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { IntakeOverlay } from '../intake-overlay.tsx';
import { StoreDialog } from '../store-dialog.tsx';
import { storePath } from '../store-paths.ts';
import { storesQuery, useCreateStore } from '../stores.queries.ts';
import { useSourceIntake } from '../use-source-intake.ts';
import styles from './document-stores-screen.module.css';
import { FirstStore } from './first-store.tsx';
import { StoreCards } from './store-cards.tsx';
import { StoreTable } from './store-table.tsx';
import { StoreTools } from './store-tools.tsx';
import { useStoreActs } from './use-store-acts.tsx';
import { filterStores, type StoreFilter, useStoreFilter } from './use-store-filter.ts';

/** All knowledge bases. */
export function DocumentStoresScreen() {
  const t = useTexts(knowledgeTexts);
  const page = useTexts(pageTexts);
  const filter = useStoreFilter();
  const stores = useQuery(storesQuery);
  const intake = useSourceIntake();
  const acts = useStoreActs();
  const [isAdding, setAdding] = useState(false);
  const isEmpty = stores.data?.length === 0;
  const shown = filterStores(stores.data ?? [], filter);
  const isTable = filter.view === 'table' && !isEmpty;
  return (
    <div className={isTable ? styles['paper'] : undefined}>
      <PageHead
        title={page('knowledgeBase')}
        help={page('knowledgeBaseHelp')}
        actions={
          <Button
            look={isEmpty ? 'plain' : 'primary'}
            icon={<Plus size={20} />}
            onClick={() => setAdding(true)}
          >
            {t('addStore')}
          </Button>
        }
      />
      <IntakeOverlay intake={intake} makesStore />
      {isEmpty ? (
        <FirstStore intake={intake} />
      ) : (
        <>
          <StoreTools filter={filter} stores={stores.data} />
          {stores.isPending && <SkeletonList shape={isTable ? 'rows' : 'cards'} />}
          {stores.isError && !stores.data && (
            <ErrorState title={t('loadFailed')} error={stores.error} onRetry={() => stores.refetch()} />
          )}
          {stores.data && shown.length === 0 && <NoMatch filter={filter} />}
          {shown.length > 0 &&
            (isTable ? (
              <StoreTable stores={shown} filter={filter} actsOf={acts.actsOf} />
            ) : (
              <StoreCards stores={shown} actsOf={acts.actsOf} />
            ))}
        </>
      )}
      {isAdding && <AddStore onClose={() => setAdding(false)} />}
      {acts.dialog}
    </div>
  );
}

function AddStore({ onClose }: { onClose: () => void }) {
  const t = useTexts(knowledgeTexts);
  const navigate = useNavigate();
  const create = useCreateStore();
  return (
    <StoreDialog
      isBusy={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={(words) =>
        create.mutate(words, {
          onSuccess: ({ id, name }) => {
            notify(t('created', { name }), 'success');
            void navigate(storePath(id));
          },
        })
      }
    />
  );
}

function NoMatch({ filter }: { filter: StoreFilter }) {
  const t = useTexts(knowledgeTexts);
  const { search, clear } = filter;
  return (
    <EmptyState
      Icon={SearchX}
      title={search.trim() === '' ? t('noneWithStatus') : t('noMatch', { search: search.trim() })}
      action={<Button onClick={clear}>{t('clearFilters')}</Button>}
    />
  );
}
