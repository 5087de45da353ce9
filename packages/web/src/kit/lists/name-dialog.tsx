import { useState } from 'react';
import { toMessage } from '../lib/to-message.ts';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

interface NameDialogProps {
  title: string;
  submitText: string;
  label: string;
  hint?: string;
  /** Said where nothing was typed. */
  needed: string;
  initialName: string;
  maxLength?: number;
  isBusy: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name. */
export function NameDialog(props: NameDialogProps) {
  const { title, submitText, label, hint, needed, initialName, maxLength = 200, isBusy, error } = props;
  const ui = useTexts(uiTexts);
  const [name, setName] = useState(initialName);
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '' && !isBusy) props.onSubmit(name.trim());
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={props.onClose}
      isBusy={isBusy}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={props.onClose}>{ui('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {submitText}
          </Button>
        </>
      }
    >
      <TextField
        autoFocus
        label={label}
        {...(hint !== undefined && { hint })}
        maxLength={maxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isMissing ? needed : error ? toMessage(error) : undefined}
      />
    </Dialog>
  );
}
