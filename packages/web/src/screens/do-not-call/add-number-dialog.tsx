import { writtenNumber } from '@tendril/contract/voice/written-number';
import { useState } from 'react';
import { useAddDoNotCall } from '../../features/voice/do-not-call.queries.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { doNotCallTexts } from '../../kit/texts/en/do-not-call.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';

/** Puts one number on the list. */
export function AddNumberDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(doNotCallTexts);
  const [number, setNumber] = useState('');
  const [note, setNote] = useState('');
  const add = useAddDoNotCall();
  const submit = () => {
    const phoneNumber = writtenNumber(number);
    add.mutate(
      { phoneNumber, note },
      {
        onSuccess: () => {
          notify(t('addedNow', { number: phoneNumber }), 'success');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('add')}
      submitLabel={t('addNow')}
      isBusy={add.isPending}
      problem={add.error && toMessage(add.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={t('number')}
        hint={t('numberHelp')}
        inputMode="tel"
        autoFocus
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <TextField
        label={t('note')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
