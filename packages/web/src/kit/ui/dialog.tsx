import MuiDialog from '@mui/material/Dialog';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './dialog.module.css';
import { GuideButton, type GuideName } from './guide-button.tsx';
import { IconButton } from './icon-button.tsx';

interface DialogProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  /** A button before the title: the way back to an earlier step. */
  back?: ReactNode;
  /** Beside the close button: which step this is. */
  step?: ReactNode;
  /** The help behind the question mark. */
  guide?: GuideName;
  onClose: () => void;
  /** While busy the dialog cannot be closed. */
  isBusy?: boolean;
  /** Pixels. */
  width?: number;
  /** When given, the dialog is a form and its submit button runs this. */
  onSubmit?: () => void;
}

/** A modal dialog: head with title and close, body, foot with actions. */
export function Dialog({
  isOpen,
  title,
  children,
  actions,
  back,
  step,
  guide,
  onClose,
  isBusy = false,
  width = 480,
  onSubmit,
}: DialogProps) {
  const t = useTexts(uiTexts);
  const titleId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React lets a submit bubble out of a portal into the form that opened the dialog.
    event.stopPropagation();
    onSubmit?.();
  };
  const body = (
    <>
      <header className={styles['head']}>
        {back}
        <h2 id={titleId}>{title}</h2>
        {step && <span className={styles['step']}>{step}</span>}
        {guide && <GuideButton of={guide} />}
        <IconButton label={t('close')} onClick={onClose} disabled={isBusy}>
          <X size={20} />
        </IconButton>
      </header>
      <div className={styles['body']}>{children}</div>
      {actions && <footer className={styles['foot']}>{actions}</footer>}
    </>
  );
  return (
    <MuiDialog
      open={isOpen}
      onClose={() => !isBusy && onClose()}
      aria-labelledby={titleId}
      aria-busy={isBusy || undefined}
      slotProps={{ paper: { className: styles['paper'] ?? '', style: { width } } }}
    >
      {onSubmit ? (
        <form className={styles['form']} onSubmit={submit} noValidate>
          {body}
        </form>
      ) : (
        <div className={styles['form']}>{body}</div>
      )}
    </MuiDialog>
  );
}
