import {
  BookTemplate,
  ClipboardList,
  CopyPlus,
  Download,
  FileClock,
  FileUp,
  Keyboard,
  MessagesSquare,
  SlidersHorizontal,
  Trash2,
  UsersRound,
} from 'lucide-react';
import { setTools } from '../../features/canvas/document/canvas-tools-store.ts';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { useFlowFile } from './editing-session.ts';
import type { FlowActions } from './use-flow-actions.ts';

/** The settings menu: before the first save only what works then. */
export function useFlowMenu(actions: FlowActions): MenuAction[] {
  const t = useTexts(canvasFrameTexts);
  const isNew = useFlowFile((file) => file.id === null);
  const isChat = useCanvas((state) => state.kind === 'CHATFLOW');
  const hasReport = useFlowFile((file) => file.hasImportReport);
  const isEmpty = useCanvas((state) => state.nodes.length === 0);
  const dialog = (which: string) => () => showCanvasDialog({ kind: 'settings', which });
  const load = { id: 'load', label: t('load'), Icon: FileUp, onSelect: actions.load };
  const exporting = { id: 'export', label: t('export'), Icon: Download, onSelect: actions.export };
  const keys = {
    id: 'keys',
    label: t('keys'),
    Icon: Keyboard,
    onSelect: () => setTools({ isKeySheetOpen: true }),
  };
  if (isNew) return [load, ...(isEmpty ? [] : [exporting]), keys];
  const upserts = {
    id: 'upsert-history',
    label: t('upsertHistory'),
    Icon: FileClock,
    onSelect: dialog('upsert-history'),
  };
  const report = {
    id: 'import-report',
    label: t('importReport'),
    Icon: ClipboardList,
    onSelect: () => showCanvasDialog({ kind: 'import-report' }),
  };
  return [
    { id: 'messages', label: t('messages'), Icon: MessagesSquare, onSelect: dialog('messages') },
    { id: 'leads', label: t('leads'), Icon: UsersRound, onSelect: dialog('leads') },
    ...(isChat ? [upserts] : []),
    ...(hasReport ? [report] : []),
    {
      id: 'configuration',
      label: t('configuration'),
      Icon: SlidersHorizontal,
      onSelect: dialog('configuration'),
    },
    { id: 'template', label: t('saveTemplate'), Icon: BookTemplate, onSelect: dialog('template') },
    {
      id: 'duplicate',
      label: t('duplicate'),
      Icon: CopyPlus,
      needs: 'flows:edit',
      onSelect: actions.duplicate,
    },
    load,
    exporting,
    keys,
    {
      id: 'delete',
      label: t('delete'),
      Icon: Trash2,
      needs: 'flows:delete',
      isDanger: true,
      onSelect: actions.remove,
    },
  ];
}
