import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { assistantsTexts } from '../../kit/texts/en/assistants.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';

export interface NameDialogProps {
  title: string;
  submitText: string;
  initialName: string;
  isBusy: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of an assistant. */
export function NameDialog(props: NameDialogProps) {
  const { title, submitText, initialName, isBusy, error, onSubmit, onClose } = props;
  const t = useTexts(assistantsTexts);
  const ui = useTexts(uiTexts);
  const [name, setName] = useState(initialName);
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(name.trim() === '');
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
        label={t('nameLabel')}
        hint={t('nameHint')}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isMissing ? t('nameNeeded') : error ? toMessage(error) : undefined}
      />
    </Dialog>
  );
}
