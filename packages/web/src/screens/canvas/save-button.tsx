import { ChevronDown, Copy, CopyPlus, MessageSquareText, Save } from 'lucide-react';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { useFlowFile } from './editing-session.ts';
import styles from './top-bar.module.css';
import type { FlowActions } from './use-flow-actions.ts';

/** Further save options. */
export function useSaveMenu(actions: FlowActions): MenuAction[] {
  const t = useTexts(canvasFrameTexts);
  const words = useTexts(canvasTexts);
  return [
    { id: 'save', label: words('save'), Icon: Save, onSelect: actions.save },
    { id: 'note', label: t('saveNote'), Icon: MessageSquareText, onSelect: actions.askNote },
    { id: 'copy', label: t('saveCopy'), Icon: Copy, onSelect: actions.askCopy },
    { id: 'duplicate', label: t('duplicate'), Icon: CopyPlus, onSelect: actions.duplicate },
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
      <Button
        className={styles['button']}
        // A flow that was never saved has nothing to publish: saving is its main act.
        look={isNew ? 'primary' : 'quiet'}
        aria-busy={isSaving || undefined}
        onClick={actions.save}
      >
        {words('save')}
      </Button>
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
