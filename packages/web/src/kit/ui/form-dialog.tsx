import type { ReactNode } from 'react';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './form-dialog.module.css';
import type { GuideName } from './guide-button.tsx';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  /** While it is sent the dialog cannot be closed. */
  isBusy: boolean;
  /** What is wrong with none of its fields. */
  problem?: string | false | null | undefined;
  /** Pixels. */
  width?: number;
  guide?: GuideName;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog that is a form: what is wrong, its fields, Cancel and the main button. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, isBusy, problem, width, guide, onClose, onSubmit, children } = props;
  const t = useTexts(uiTexts);
  return (
    <Dialog
      isOpen
      title={title}
      {...(width !== undefined && { width })}
      {...(guide && { guide })}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {children}
    </Dialog>
  );
}
