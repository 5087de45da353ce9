import { hideConfirm, useConfirmDialog } from '../state/confirm-store.ts';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Draws the question that `confirm` asks. */
export function ConfirmHost() {
  const t = useTexts(uiTexts);
  const { show, question } = useConfirmDialog();
  if (!question) return null;
  return (
    <Dialog
      isOpen={show}
      title={question.title}
      onClose={() => hideConfirm(false)}
      width={440}
      actions={
        <>
          <Button onClick={() => hideConfirm(false)}>{question.cancelText ?? t('cancel')}</Button>
          <Button look={question.isDanger ? 'danger' : 'primary'} onClick={() => hideConfirm(true)}>
            {question.confirmText}
          </Button>
        </>
      }
    >
      <p>{question.description}</p>
    </Dialog>
  );
}
