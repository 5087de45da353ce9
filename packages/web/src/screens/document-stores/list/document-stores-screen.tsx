import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ListPage } from '../../../kit/lists/list-page.tsx';
import { notify } from '../../../kit/state/notifier-store.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { pageTexts } from '../../../kit/texts/en/pages.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { FolderButton } from '../folder/folder-button.tsx';
import { IntakeOverlay } from '../intake-overlay.tsx';
import { StoreDialog } from '../store-dialog.tsx';
import { storePath } from '../store-paths.ts';
import { storesQuery, useCreateStore } from '../stores.queries.ts';
import { useSourceIntake } from '../use-source-intake.ts';
import { FirstStore } from './first-store.tsx';
import { StoreList } from './store-list.tsx';
import { StoreTools } from './store-tools.tsx';
import { useStoreActs } from './use-store-acts.tsx';
import { useStoreFilter } from './use-store-filter.ts';

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
  return (
    <>
      <ListPage
        title={page('knowledgeBase')}
        help={page('knowledgeBaseHelp')}
        guide="stores"
        acts={
          <>
            {stores.data && !isEmpty && (
              <FolderButton
                isBusy={intake.progress !== null}
                onFolder={(dropped) => void intake.takeDropped(dropped)}
              />
            )}
            <PermittedButton
              needs="knowledge:edit"
              look={isEmpty ? 'plain' : 'primary'}
              icon={<Plus size={20} />}
              onClick={() => setAdding(true)}
            >
              {t('addStore')}
            </PermittedButton>
          </>
        }
        query={{
          hasData: stores.data !== undefined,
          error: stores.error,
          retry: () => void stores.refetch(),
        }}
        failed={t('loadFailed')}
        isEmpty={isEmpty}
        empty={<FirstStore intake={intake} />}
        view={filter.view}
        tools={<StoreTools filter={filter} stores={undefined} />}
        list={<StoreList stores={stores.data ?? []} filter={filter} actsOf={acts.actsOf} />}
      >
        <IntakeOverlay intake={intake} />
      </ListPage>
      {isAdding && <AddStore onClose={() => setAdding(false)} />}
      {acts.dialog}
    </>
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
