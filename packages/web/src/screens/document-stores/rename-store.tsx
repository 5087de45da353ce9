import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { notify } from '../../kit/state/notifier-store.ts';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StoreDialog } from './store-dialog.tsx';
import { useUpdateStore } from './stores.queries.ts';

interface RenameStoreProps {
  store: Pick<DocumentStoreSummary, 'id' | 'name' | 'description'>;
  onClose: () => void;
}

/** Changes the name and description of a store. */
export function RenameStore({ store, onClose }: RenameStoreProps) {
  const t = useTexts(knowledgeTexts);
  const update = useUpdateStore(store.id);
  return (
    <StoreDialog
      stored={store}
      isBusy={update.isPending}
      error={update.error}
      onClose={onClose}
      onSubmit={(words) =>
        update.mutate(words, {
          onSuccess: ({ name }) => {
            notify(t('saved', { name }), 'success');
            onClose();
          },
        })
      }
    />
  );
}
