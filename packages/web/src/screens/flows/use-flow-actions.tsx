import type { FlowSummary } from '@tendril/contract/api/flows';
import { Copy, FolderOpen, LayoutTemplate, Pencil, Terminal, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { agentsOfFlows } from '../../features/voice-agent/agents-of-flows.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { apiCallOf, flowPath } from './flow-paths.ts';
import { type FlowKind, useDeleteFlows, useDuplicateFlow } from './flows.queries.ts';
import { RenameDialog } from './rename-dialog.tsx';

const TemplateDialog = lazy(async () => ({
  default: (await import('../../features/flow-settings/template-dialog.tsx')).TemplateDialog,
}));

/** What can be done with the flows of a list. */
export interface FlowActions {
  actionsOf: (flow: FlowSummary) => MenuAction[];
  deleteMany: (flows: readonly FlowSummary[]) => Promise<boolean>;
  /** The rename dialog; the list draws it once. */
  dialog: ReactNode;
}

/** Open, rename, duplicate, copy the API call and delete, with their questions and messages. */
export function useFlowActions(kind: FlowKind): FlowActions {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const [renaming, setRenaming] = useState<FlowSummary | null>(null);
  const [kept, setKept] = useState<FlowSummary | null>(null);
  const duplicate = useDuplicateFlow();
  const remove = useDeleteFlows();

  const copyCall = async (flow: FlowSummary) => {
    await navigator.clipboard.writeText(apiCallOf(flow.id, window.location.origin));
    notify(t('callCopied'), 'success');
  };
  const deleteAfter = async (question: string, flows: readonly FlowSummary[], done: string) => {
    const agents = (await agentsOfFlows(flows.map((flow) => flow.id))).join(', ');
    const isSure = await confirm({
      title: t('delete'),
      description: agents ? `${question} ${t('breaksAgents', { agents })}` : question,
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return false;
    await remove.mutateAsync(flows.map((flow) => flow.id));
    notify(done, 'success');
    return true;
  };
  const deleteOne = (flow: FlowSummary) => {
    const question = t(kind === 'CHATFLOW' ? 'deleteChatflow' : 'deleteAgents', { name: flow.name });
    return deleteAfter(question, [flow], t('deleted', { name: flow.name }));
  };
  const duplicateOne = async (flow: FlowSummary) => {
    const copy = await duplicate.mutateAsync(flow.id);
    notify(t('duplicated', { name: copy.name }), 'success');
  };
  const report = (work: Promise<unknown>) => {
    work.catch(notifyError);
  };

  return {
    actionsOf: (flow) => [
      { id: 'open', label: t('open'), Icon: FolderOpen, onSelect: () => navigate(flowPath(kind, flow.id)) },
      { id: 'rename', label: t('rename'), Icon: Pencil, onSelect: () => setRenaming(flow) },
      { id: 'duplicate', label: t('duplicate'), Icon: Copy, onSelect: () => report(duplicateOne(flow)) },
      {
        id: 'template',
        label: t('saveAsTemplate'),
        Icon: LayoutTemplate,
        onSelect: () => setKept(flow),
      },
      { id: 'call', label: t('copyApiCall'), Icon: Terminal, onSelect: () => report(copyCall(flow)) },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        isDanger: true,
        onSelect: () => report(deleteOne(flow)),
      },
    ],
    deleteMany: async (flows) => {
      const count = flows.length;
      try {
        return await deleteAfter(t('deleteMany', { count }), flows, t('deletedMany', { count }));
      } catch (error) {
        notifyError(error);
        return false;
      }
    },
    dialog: (
      <>
        {renaming && <RenameDialog key={renaming.id} flow={renaming} onClose={() => setRenaming(null)} />}
        {kept && (
          <Suspense>
            <TemplateDialog
              source={{ flowId: kept.id }}
              sourceName={kept.name}
              onClose={() => setKept(null)}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
