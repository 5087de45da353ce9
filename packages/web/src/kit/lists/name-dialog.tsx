import { useState } from 'react';
import { toMessage } from '../lib/to-message.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

interface NameDialogProps {
  title: string;
  submitText: string;
  label: string;
  hint?: string;
  /** The error for an empty value. */
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
  const [name, setName] = useState(initialName);
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '' && !isBusy) props.onSubmit(name.trim());
  };
  return (
    <FormDialog
      title={title}
      onClose={props.onClose}
      isBusy={isBusy}
      onSubmit={submit}
      submitLabel={submitText}
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
    </FormDialog>
  );
}
