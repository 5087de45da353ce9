import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';

export interface KeyNameDialogProps {
  title: string;
  submitText: string;
  initialName: string;
  isBusy: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a new or of a stored key. */
export function KeyNameDialog({
  title,
  submitText,
  initialName,
  isBusy,
  error,
  onSubmit,
  onClose,
}: KeyNameDialogProps) {
  const t = useTexts(apiKeysTexts);
  const ui = useTexts(uiTexts);
  const [name, setName] = useState(initialName);
  const [isNameMissing, setNameMissing] = useState(false);
  const submit = () => {
    setNameMissing(name.trim() === '');
    if (name.trim() !== '' && !isBusy) onSubmit(name.trim());
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      isBusy={isBusy}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {submitText}
          </Button>
        </>
      }
    >
      <TextField
        autoFocus
        label={t('name')}
        hint={t('nameHint')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isNameMissing ? t('nameNeeded') : error ? toMessage(error) : undefined}
      />
    </Dialog>
  );
}
