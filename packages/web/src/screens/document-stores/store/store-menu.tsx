import type { DocumentStore } from '@tendril/contract/api/document-stores';
import {
  Database,
  Ellipsis,
  Gauge,
  History,
  LayoutGrid,
  LockKeyhole,
  MessageCircleQuestionMark,
  Search,
  Terminal,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { knowledgeAccessTexts } from '../../../kit/texts/en/knowledge-access.ts';
import { knowledgeGapTexts } from '../../../kit/texts/en/knowledge-gaps.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../../kit/ui/action-menu.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { AccessDialog } from '../access/access-dialog.tsx';
import { chunksPath, gapsPath, measuresPath, queryPath, storesPath, vectorPath } from '../store-paths.ts';
import { useAskToDelete } from '../use-delete-store.ts';
import { ApiDialog } from './api-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';

/** Further actions of a knowledge base. */
export function StoreMenu({ store }: { store: DocumentStore }) {
  const t = useTexts(knowledgeTexts);
  const m = useTexts(knowledgeMeasureTexts);
  const gaps = useTexts(knowledgeGapTexts);
  const access = useTexts(knowledgeAccessTexts);
  const navigate = useNavigate();
  const askToDelete = useAskToDelete();
  const [shown, setShown] = useState<'access' | 'api' | 'history' | null>(null);
  const remove = async () => {
    if (await askToDelete(store)) await navigate(storesPath);
  };
  const go = (path: string) => () => void navigate(path);
  const actions: MenuAction[] = [
    { id: 'chunks', label: t('allChunks'), Icon: LayoutGrid, onSelect: go(chunksPath(store.id)) },
    { id: 'vector', label: t('vectorSettings'), Icon: Database, onSelect: go(vectorPath(store.id)) },
    { id: 'query', label: t('ask'), Icon: Search, onSelect: go(queryPath(store.id)) },
    { id: 'measures', label: m('title'), Icon: Gauge, onSelect: go(measuresPath(store.id)) },
    {
      id: 'gaps',
      label: gaps('menu'),
      Icon: MessageCircleQuestionMark,
      needs: 'conversations:read',
      onSelect: go(gapsPath(store.id)),
    },
    {
      ...{ id: 'access', label: access('title'), Icon: LockKeyhole },
      needs: 'people:edit',
      onSelect: () => setShown('access'),
    },
    { id: 'api', label: t('api'), Icon: Terminal, onSelect: () => setShown('api') },
    { id: 'history', label: t('history'), Icon: History, onSelect: () => setShown('history') },
    {
      id: 'delete',
      label: t('deleteThis'),
      Icon: Trash2,
      needs: 'knowledge:edit',
      isDanger: true,
      onSelect: () => void remove(),
    },
  ];
  return (
    <>
      <ActionMenu
        label={t('moreActs')}
        actions={actions}
        renderButton={(props) => (
          <IconButton {...props} size="large" label={t('moreActs')}>
            <Ellipsis size={20} />
          </IconButton>
        )}
      />
      {shown === 'access' && <AccessDialog storeId={store.id} onClose={() => setShown(null)} />}
      {shown === 'api' && <ApiDialog store={store} onClose={() => setShown(null)} />}
      {shown === 'history' && <HistoryDialog store={store} onClose={() => setShown(null)} />}
    </>
  );
}
