import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useDeleteStore } from './stores.queries.ts';

type Asked = Pick<DocumentStoreSummary, 'id' | 'name' | 'whereUsed'>;

/** Asks, naming what uses the store, and deletes it; answers whether it is gone. */
export function useAskToDelete(): (store: Asked) => Promise<boolean> {
  const t = useTexts(knowledgeTexts);
  const remove = useDeleteStore();
  return async ({ id, name, whereUsed }) => {
    const flows = whereUsed.map((flow) => flow.name).join(', ');
    const isSure = await confirm({
      title: t('delete'),
      description: t(flows ? 'deleteUsedStore' : 'deleteStore', { name, flows }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return false;
    try {
      await remove.mutateAsync(id);
      notify(t('deleted', { name }), 'success');
      return true;
    } catch (thrown) {
      notifyError(thrown);
      return false;
    }
  };
}
