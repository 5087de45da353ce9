import { useQuery } from '@tanstack/react-query';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { Pencil, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { pageTexts } from '../../../kit/texts/en/pages.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { PermittedIconButton } from '../../../kit/ui/permitted-icon-button.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { FolderButton } from '../folder/folder-button.tsx';
import { IntakeOverlay } from '../intake-overlay.tsx';
import { RenameStore } from '../rename-store.tsx';
import { failedCount } from '../store-facts.ts';
import { flowPathOf } from '../store-paths.ts';
import { StoreStatus } from '../store-status.tsx';
import { storeSteps } from '../store-steps.ts';
import { isAtWork, storeQuery } from '../stores.queries.ts';
import { useSourceIntake } from '../use-source-intake.ts';
import { LoaderTable } from './loader-table.tsx';
import { SourceGallery } from './source-gallery.tsx';
import { StepLine } from './step-line.tsx';
import { StoreMenu } from './store-menu.tsx';
import styles from './store-screen.module.css';
import { useStoreWork } from './use-store-work.ts';

/** One store: its sources, and how far they are on the way to answers. */
export function StoreScreen() {
  const { storeId = '' } = useParams();
  const t = useTexts(knowledgeTexts);
  const page = useTexts(pageTexts);
  const { data: store, error, refetch, isPending } = useQuery(storeQuery(storeId));
  const [isRenaming, setRenaming] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <PageHead
        title={store?.name ?? page('store')}
        guide="store"
        help={store ? store.description : page('storeHelp')}
        beside={store && <TitleTools store={store} onRename={() => setRenaming(true)} />}
        actions={store && <HeadActs store={store} onAdd={() => setChoosing(true)} />}
      />
      {isPending && (
        <div className={styles['wait']}>
          <SkeletonList count={4} />
        </div>
      )}
      {error && !store && (
        <ErrorState title={t('storeFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {store && <StoreBody store={store} onAdd={() => setChoosing(true)} />}
      {store && isRenaming && <RenameStore store={store} onClose={() => setRenaming(false)} />}
      {store && isChoosing && <SourceGallery storeId={store.id} onClose={() => setChoosing(false)} />}
    </>
  );
}

function TitleTools({ store, onRename }: { store: DocumentStore; onRename: () => void }) {
  const t = useTexts(knowledgeTexts);
  return (
    <>
      <PermittedIconButton needs="knowledge:edit" size="small" label={t('editStore')} onClick={onRename}>
        <Pencil size={16} />
      </PermittedIconButton>
      <StoreStatus status={store.status} failed={failedCount(store.loaders)} />
    </>
  );
}

function HeadActs({ store, onAdd }: { store: DocumentStore; onAdd: () => void }) {
  const t = useTexts(knowledgeTexts);
  const work = useStoreWork(store);
  const isMain = storeSteps(store).next === 'sources';
  return (
    <>
      <PermittedButton
        needs="knowledge:edit"
        look={isMain ? 'primary' : 'plain'}
        icon={<Plus size={20} />}
        onClick={onAdd}
      >
        {t('addSource')}
      </PermittedButton>
      {store.loaders.length > 0 && (
        <PermittedButton
          needs="knowledge:edit"
          icon={<RefreshCw size={18} />}
          title={t('refreshHelp')}
          isBusy={work.isBusy || isAtWork(store)}
          onClick={work.refresh}
        >
          {t('refresh')}
        </PermittedButton>
      )}
      <StoreMenu store={store} />
    </>
  );
}

function StoreBody({ store, onAdd }: { store: DocumentStore; onAdd: () => void }) {
  const t = useTexts(knowledgeTexts);
  const intake = useSourceIntake(store.id);
  return (
    <>
      {store.whereUsed.length > 0 && (
        <p className={styles['uses']}>
          {t('usedBy', { count: store.whereUsed.length })}
          {store.whereUsed.map((use) => (
            <Link key={use.id} to={flowPathOf(use)}>
              {use.name}
            </Link>
          ))}
        </p>
      )}
      <IntakeOverlay intake={intake} />
      <StepLine store={store} onAdd={onAdd} />
      <LoaderTable
        store={store}
        onAdd={onAdd}
        folder={
          <FolderButton
            isBusy={intake.progress !== null}
            onFolder={(dropped) => void intake.takeDropped(dropped)}
          />
        }
      />
    </>
  );
}
