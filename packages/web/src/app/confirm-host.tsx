import { hideConfirm, useConfirmDialog } from '../kit/state/confirm-store.ts';
import { uiTexts } from '../kit/texts/en/ui.ts';
import { useTexts } from '../kit/texts/texts.ts';
import { Button } from '../kit/ui/button.tsx';
import { Dialog } from '../kit/ui/dialog.tsx';

/** Renders the dialog that `confirm` opens. */
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
