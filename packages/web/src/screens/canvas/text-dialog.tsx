import { type ReactNode, useState } from 'react';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';

interface TextDialogProps {
  title: string;
  label: string;
  confirmText: string;
  start?: string;
  hint?: string;
  /** Shown above the field. */
  children?: ReactNode;
  maxLength: number;
  /** Whether the text may be empty. */
  isOptional?: boolean;
  onConfirm: (text: string) => void;
  onClose: () => void;
}

/** A dialog that asks for one line of text. */
export function TextDialog(props: TextDialogProps) {
  const { title, label, confirmText, start = '', hint, children, maxLength, isOptional = false } = props;
  const t = useTexts(canvasTexts);
  const [text, setText] = useState(start);
  const trimmed = text.trim();
  const isReady = isOptional || trimmed !== '';
  return (
    <Dialog
      isOpen
      title={title}
      onClose={props.onClose}
      onSubmit={() => isReady && props.onConfirm(trimmed)}
      actions={
        <>
          <Button onClick={props.onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" disabled={!isReady}>
            {confirmText}
          </Button>
        </>
      }
    >
      {children}
      <TextField
        label={label}
        value={text}
        maxLength={maxLength}
        hint={hint}
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}
