import {
  ArrowLeft,
  MessagesSquare,
  Settings,
  Share2,
  SlidersHorizontal,
  Trash2,
  UsersRound,
  Workflow,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FlowSettingsDialogsProps } from '../../features/flow-settings/flow-settings-dialogs.tsx';
import { confirm } from '../../kit/state/confirm-store.ts';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { usePageTitle } from '../../kit/ui/page-head.tsx';
import styles from './assistant-head.module.css';
import { AssistantName } from './assistant-name.tsx';
import { SaveState } from './save-state.tsx';
import { useAssistantActions } from './use-assistant-actions.tsx';
import type { AssistantForm } from './use-assistant-form.ts';

const ShareDialog = lazy(async () => ({
  default: (await import('../../features/share/share-dialog.tsx')).ShareDialog,
}));
const FlowSettingsDialogs = lazy(async () => ({
  default: (await import('../../features/flow-settings/flow-settings-dialogs.tsx')).FlowSettingsDialogs,
}));

type Dialog = 'share' | Extract<FlowSettingsDialogsProps['which'], 'messages' | 'leads' | 'configuration'>;

interface AssistantHeadProps {
  form: AssistantForm;
  onRemoved: () => void;
}

/** Name, state of the save, and what can be done with the assistant as a whole. */
export function AssistantHead({ form, onRemoved }: AssistantHeadProps) {
  const t = useTexts(assistantTexts);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { name } = form.details;
  const acts = useHeadActs(form, onRemoved);
  usePageTitle(name);
  return (
    <header className={styles['head']}>
      <Link to="/assistants/custom" className={styles['back'] ?? ''} aria-label={t('back')} title={t('back')}>
        <ArrowLeft size={20} />
      </Link>
      <div className={styles['title']}>
        <AssistantName name={name} onRename={(next) => form.change({ name: next })} />
      </div>
      <SaveState form={form} />
      <div className={styles['acts']}>
        <Button icon={<Share2 size={18} />} look="quiet" onClick={() => setDialog('share')}>
          {t('share')}
        </Button>
        <Button icon={<Workflow size={18} />} look="quiet" onClick={() => void acts.openAsFlow()}>
          {t('openAsFlow')}
        </Button>
        <ActionMenu
          label={t('settings')}
          actions={[
            {
              id: 'messages',
              label: t('messages'),
              Icon: MessagesSquare,
              onSelect: () => setDialog('messages'),
            },
            { id: 'leads', label: t('leads'), Icon: UsersRound, onSelect: () => setDialog('leads') },
            {
              id: 'configuration',
              label: t('configuration'),
              Icon: SlidersHorizontal,
              onSelect: () => setDialog('configuration'),
            },
            {
              id: 'delete',
              label: t('delete'),
              Icon: Trash2,
              needs: 'assistants:edit',
              isDanger: true,
              onSelect: () => void acts.remove(),
            },
          ]}
          renderButton={(props) => (
            <IconButton {...props} label={t('settings')}>
              <Settings size={18} />
            </IconButton>
          )}
        />
        <Button
          look="primary"
          disabled={!form.canSave}
          isBusy={form.isSaving}
          onClick={() => void form.save()}
        >
          {t('save')}
        </Button>
      </div>
      <HeadDialog form={form} dialog={dialog} onClose={() => setDialog(null)} />
    </header>
  );
}

function useHeadActs(form: AssistantForm, onRemoved: () => void) {
  const t = useTexts(assistantTexts);
  const navigate = useNavigate();
  const actions = useAssistantActions();
  const { id } = form.assistant;
  return {
    async openAsFlow() {
      if (form.isDirty) {
        const isSure = await confirm({
          title: t('saveFirst'),
          description: t('saveFirstText'),
          confirmText: t('save'),
        });
        if (!isSure || !(await form.save())) return;
      }
      actions.openAsFlow(id);
    },
    async remove() {
      if (!(await actions.remove(id, form.details.name))) return;
      onRemoved();
      // The prompt about unsaved changes has to be updated first.
      setTimeout(() => void navigate('/assistants/custom'));
    },
  };
}

interface HeadDialogProps {
  form: AssistantForm;
  dialog: Dialog | null;
  onClose: () => void;
}

function HeadDialog({ form, dialog, onClose }: HeadDialogProps) {
  const { flowId } = form.assistant;
  if (dialog === null || flowId === null) return null;
  const shared = { flowId, kind: 'CHATFLOW' as const, flowName: form.details.name, onClose };
  return (
    <Suspense>
      {dialog === 'share' ? <ShareDialog {...shared} /> : <FlowSettingsDialogs which={dialog} {...shared} />}
    </Suspense>
  );
}
