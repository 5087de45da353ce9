import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { FolderOpen, Pencil, Search, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { RenameStore } from '../rename-store.tsx';
import { queryPath, storePath } from '../store-paths.ts';
import { useAskToDelete } from '../use-delete-store.ts';

interface StoreActs {
  actsOf: (store: DocumentStoreSummary) => MenuAction[];
  /** The rename dialog; the list draws it once. */
  dialog: ReactNode;
}

/** What can be done with a store of the list. */
export function useStoreActs(): StoreActs {
  const t = useTexts(knowledgeTexts);
  const navigate = useNavigate();
  const askToDelete = useAskToDelete();
  const [renamed, setRenamed] = useState<DocumentStoreSummary | null>(null);
  return {
    actsOf: (store) => [
      { id: 'open', label: t('openStore'), Icon: FolderOpen, onSelect: () => navigate(storePath(store.id)) },
      { id: 'ask', label: t('ask'), Icon: Search, onSelect: () => navigate(queryPath(store.id)) },
      {
        id: 'rename',
        label: t('rename'),
        Icon: Pencil,
        needs: 'knowledge:edit',
        onSelect: () => setRenamed(store),
      },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        needs: 'knowledge:edit',
        isDanger: true,
        onSelect: () => void askToDelete(store),
      },
    ],
    dialog: renamed && <RenameStore key={renamed.id} store={renamed} onClose={() => setRenamed(null)} />,
  };
}
