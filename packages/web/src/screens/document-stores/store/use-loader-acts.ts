import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { CalendarSync, Database, Eye, Files, LayoutGrid, RefreshCw, Terminal, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { knowledgeSourcesTexts } from '../../../kit/texts/en/knowledge-sources.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { chunksPath, filesPath, loaderPath, vectorPath } from '../store-paths.ts';
import type { StoreWork } from './use-store-work.ts';

/** The actions of a source. */
export function useLoaderActs(
  store: DocumentStore,
  work: StoreWork,
  onApi: (loader: StoreLoader) => void,
  onSync: (loader: StoreLoader) => void,
): (loader: StoreLoader) => MenuAction[] {
  const t = useTexts(knowledgeTexts);
  const tFiles = useTexts(knowledgeFileTexts);
  const sources = useTexts(knowledgeSourcesTexts);
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
    const files: MenuAction = {
      id: 'files',
      label: tFiles('open'),
      Icon: Files,
      onSelect: () => navigate(filesPath(store.id, loader.id)),
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
      ...(loader.files.length > 0 ? [files] : []),
      { id: 'sync', label: sources('keepInStep'), Icon: CalendarSync, onSelect: () => onSync(loader) },
      ...(hasChunks ? [chunks, upsert] : []),
      { id: 'api', label: t('api'), Icon: Terminal, onSelect: () => onApi(loader) },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        needs: 'knowledge:edit',
        isDanger: true,
        onSelect: () => void work.askToDelete(loader),
      },
    ];
  };
}
