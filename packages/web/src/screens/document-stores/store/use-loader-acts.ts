import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { Database, Eye, LayoutGrid, RefreshCw, Terminal, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { chunksPath, loaderPath, vectorPath } from '../store-paths.ts';
import type { StoreWork } from './use-store-work.ts';

/** The actions of a source. */
export function useLoaderActs(
  store: DocumentStore,
  work: StoreWork,
  onApi: (loader: StoreLoader) => void,
): (loader: StoreLoader) => MenuAction[] {
  const t = useTexts(knowledgeTexts);
  const navigate = useNavigate();
  return (loader) => {
    const hasChunks = loader.totalChunks > 0;
    const preview: MenuAction = {
      id: 'preview',
      label: t('previewProcess'),
      Icon: Eye,
      onSelect: () => navigate(loaderPath(store.id, loader.id)),
    };
    const chunks: MenuAction = {
      id: 'chunks',
      label: t('viewChunks'),
      Icon: LayoutGrid,
      onSelect: () => navigate(chunksPath(store.id, loader.id)),
    };
    const upsert: MenuAction = {
      id: 'upsert',
      label: t('upsert'),
      Icon: Database,
      onSelect: () => navigate(vectorPath(store.id, loader.id)),
    };
    return [
      preview,
      { id: 'process', label: t('process'), Icon: RefreshCw, onSelect: () => work.process(loader.id) },
      ...(hasChunks ? [chunks, upsert] : []),
      { id: 'api', label: t('api'), Icon: Terminal, onSelect: () => onApi(loader) },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        isDanger: true,
        onSelect: () => void work.askToDelete(loader),
      },
    ];
  };
}
