import type { FlowSummary } from '@tendril/contract/api/flows';
import {
  Copy,
  Download,
  FolderInput,
  FolderOpen,
  History,
  LayoutTemplate,
  Pencil,
  Tag,
  Terminal,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { exportFlows } from '../../features/export-import/export-flows.ts';
import { studioOrigin } from '../../kit/api/address.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { listsTexts } from '../../kit/texts/en/lists.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { apiCallOf, flowPath } from './flow-paths.ts';
import type { FlowBulk, FlowFacets } from './flow-tools.tsx';
import { useDuplicateFlow } from './flows.queries.ts';
import { useDeleteQuestions } from './use-delete-questions.ts';
import { useFlowDialogs } from './use-flow-dialogs.tsx';

const report = (work: Promise<unknown>) => void work.catch(notifyError);

/** What can be done with the flows of a list, each and several together, with questions and messages. */
export function useFlowActions(facets: FlowFacets, onDone: () => void) {
  const t = useTexts(flowsTexts);
  const lists = useTexts(listsTexts);
  const navigate = useNavigate();
  const duplicate = useDuplicateFlow();
  const ask = useDeleteQuestions();
  const { open, dialog } = useFlowDialogs(facets, onDone);

  const copyCall = async (flow: FlowSummary) => {
    await navigator.clipboard.writeText(apiCallOf(flow.id, studioOrigin()));
    notify(t('callCopied'), 'success');
  };
  const duplicateOne = async (flow: FlowSummary) => {
    const copy = await duplicate.mutateAsync(flow.id);
    notify(t('duplicated', { name: copy.name }), 'success');
  };
  const deleteMany = async (flows: readonly FlowSummary[]) => {
    if (await ask.deleteMany(flows)) onDone();
  };

  return {
    dialog,
    actionsOf: (flow: FlowSummary): MenuAction[] => [
      {
        id: 'open',
        label: t('open'),
        Icon: FolderOpen,
        onSelect: () => navigate(flowPath(flow.type, flow.id)),
      },
      {
        id: 'rename',
        label: t('rename'),
        Icon: Pencil,
        needs: 'flows:edit',
        onSelect: () => open('rename', [flow]),
      },
      {
        id: 'duplicate',
        label: t('duplicate'),
        Icon: Copy,
        needs: 'flows:edit',
        onSelect: () => report(duplicateOne(flow)),
      },
      { id: 'tags', label: t('editTags'), Icon: Tag, onSelect: () => open('tags', [flow]) },
      { id: 'move', label: t('moveTo'), Icon: FolderInput, onSelect: () => open('move', [flow]) },
      {
        id: 'export',
        label: lists('export'),
        Icon: Download,
        onSelect: () => report(exportFlows([flow])),
      },
      {
        id: 'template',
        label: t('saveAsTemplate'),
        Icon: LayoutTemplate,
        onSelect: () => open('template', [flow]),
      },
      { id: 'call', label: t('copyApiCall'), Icon: Terminal, onSelect: () => report(copyCall(flow)) },
      {
        id: 'versions',
        label: t('versions'),
        Icon: History,
        onSelect: () => navigate(flowPath(flow.type, flow.id, 'versions')),
      },
      {
        id: 'delete',
        label: lists('delete'),
        Icon: Trash2,
        needs: 'flows:delete',
        isDanger: true,
        onSelect: () => report(ask.deleteOne(flow)),
      },
    ],
    bulkOf: (flows: readonly FlowSummary[]): Omit<FlowBulk, 'count' | 'onClear'> => ({
      onExport: () => report(exportFlows(flows)),
      onMove: () => open('move', flows),
      onTags: () => open('tags', flows),
      onDelete: () => report(deleteMany(flows)),
    }),
  };
}
