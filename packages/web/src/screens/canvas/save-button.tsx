import { ChevronDown, Copy, CopyPlus, MessageSquareText, Save } from 'lucide-react';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { useFlowFile } from './editing-session.ts';
import styles from './top-bar.module.css';
import type { FlowActions } from './use-flow-actions.ts';

/** Further save options. */
export function useSaveMenu(actions: FlowActions): MenuAction[] {
  const t = useTexts(canvasFrameTexts);
  const words = useTexts(canvasTexts);
  return [
    { id: 'save', label: words('save'), Icon: Save, needs: 'flows:edit', onSelect: actions.save },
    {
      id: 'note',
      label: t('saveNote'),
      Icon: MessageSquareText,
      needs: 'flows:edit',
      onSelect: actions.askNote,
    },
    { id: 'copy', label: t('saveCopy'), Icon: Copy, needs: 'flows:edit', onSelect: actions.askCopy },
    {
      id: 'duplicate',
      label: t('duplicate'),
      Icon: CopyPlus,
      needs: 'flows:edit',
      onSelect: actions.duplicate,
    },
  ];
}

/** Save, which makes a checkpoint, and beside it the other ways. */
export function SaveButton({ actions, isNarrow }: { actions: FlowActions; isNarrow: boolean }) {
  const t = useTexts(canvasFrameTexts);
  const words = useTexts(canvasTexts);
  const isNew = useFlowFile((file) => file.id === null);
  const isSaving = useFlowFile((file) => file.phase === 'saving');
  const menu = useSaveMenu(actions);
  return (
    <span className={styles['split']}>
      <PermittedButton
        needs="flows:edit"
        className={styles['button']}
        // A flow that was never saved has nothing to publish: saving is its main act.
        look={isNew ? 'primary' : 'quiet'}
        aria-busy={isSaving || undefined}
        onClick={actions.save}
      >
        {words('save')}
      </PermittedButton>
      {!isNew && !isNarrow && (
        <ActionMenu
          label={t('saveMore')}
          actions={menu}
          renderButton={(props) => (
            <IconButton label={t('saveMore')} className={styles['splitMore']} {...props}>
              <ChevronDown size={16} />
            </IconButton>
          )}
        />
      )}
    </span>
  );
}
