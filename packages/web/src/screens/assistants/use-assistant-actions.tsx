import type { Assistant } from '@tendril/contract/api/assistants';
import type { CustomDetails } from '@tendril/contract/flow/assistant-details';
import { FolderOpen, Pencil, Trash2, Workflow } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { NameDialog } from '../../kit/lists/name-dialog.tsx';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { assistantsTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { assistantPath } from './assistant-path.ts';
import { useDeleteAssistant, useOpenAsFlow, useUpdateAssistant } from './assistants.queries.ts';

interface AssistantActions {
  actionsOf: (assistant: Assistant, details: CustomDetails) => MenuAction[];
  /** Makes a flow and goes there. */
  openAsFlow: (id: string) => void;
  /** Asks first; answers whether it was deleted. */
  remove: (id: string, name: string) => Promise<boolean>;
  /** The rename dialog; the list draws it once. */
  dialog: ReactNode;
}

/** What can be done with a custom assistant, with its questions and messages. */
export function useAssistantActions(): AssistantActions {
  const t = useTexts(assistantsTexts);
  const navigate = useNavigate();
  const [renamed, setRenamed] = useState<{ assistant: Assistant; details: CustomDetails } | null>(null);
  const deletion = useDeleteAssistant();
  const opening = useOpenAsFlow();

  const remove = async (id: string, name: string) => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteQuestion', { name }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return false;
    try {
      await deletion.mutateAsync(id);
    } catch (error) {
      notifyError(error);
      return false;
    }
    notify(t('deleted'), 'success');
    return true;
  };
  const openAsFlow = (id: string) =>
    opening.mutate(id, {
      onSuccess: (flow) => {
        notify(t('openedAsFlow', { name: flow.name }), 'success');
        void navigate(`/canvas/${flow.id}`);
      },
      onError: notifyError,
    });

  return {
    remove,
    openAsFlow,
    actionsOf: (assistant, details) => [
      {
        id: 'open',
        label: t('open'),
        Icon: FolderOpen,
        onSelect: () => void navigate(assistantPath(assistant.id)),
      },
      {
        id: 'rename',
        label: t('rename'),
        Icon: Pencil,
        needs: 'assistants:edit',
        onSelect: () => setRenamed({ assistant, details }),
      },
      {
        id: 'flow',
        label: t('openAsFlow'),
        Icon: Workflow,
        onSelect: () => openAsFlow(assistant.id),
      },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        needs: 'assistants:edit',
        isDanger: true,
        onSelect: () => void remove(assistant.id, details.name),
      },
    ],
    dialog: renamed && <RenameDialog {...renamed} onClose={() => setRenamed(null)} />,
  };
}

interface RenameDialogProps {
  assistant: Assistant;
  details: CustomDetails;
  onClose: () => void;
}

function RenameDialog({ assistant, details, onClose }: RenameDialogProps) {
  const t = useTexts(assistantsTexts);
  const update = useUpdateAssistant();
  const submit = (name: string) =>
    update.mutate(
      {
        id: assistant.id,
        details: JSON.stringify({ ...details, name }),
        revision: assistant.revision,
      },
      { onSuccess: onClose },
    );
  return (
    <NameDialog
      label={t('nameLabel')}
      hint={t('nameHint')}
      needed={t('nameNeeded')}
      title={t('renameTitle')}
      submitText={t('rename')}
      initialName={details.name}
      isBusy={update.isPending}
      error={update.error}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
