import type { OwnPasskey } from '@tendril/contract/api/passkeys';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { useRenamePasskey } from './passkeys.queries.ts';

/** Renames a passkey. */
export function PasskeyNameDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const t = useTexts(secondFactorTexts);
  const rename = useRenamePasskey();
  const [name, setName] = useState(passkey.name);
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '') rename.mutate({ id: passkey.id, name }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('renamePasskey', { name: passkey.name })}
      submitLabel={t('save')}
      isBusy={rename.isPending}
      problem={rename.error && toMessage(rename.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={t('passkeyName')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isMissing ? t('needName') : undefined}
      />
    </FormDialog>
  );
}
