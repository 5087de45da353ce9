import type { createApiKey } from '@tendril/contract/api/api-keys';
import type { Answer } from '@tendril/contract/api/endpoint';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { CopyBox } from '../../kit/ui/copy-box.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { useNewKey } from './share-keys.queries.ts';

interface NewKeyDialogProps {
  onClose: () => void;
  onMade: (key: Answer<typeof createApiKey>) => void;
}

/** Creates a key and shows its secret once. */
export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const t = useTexts(shareTexts);
  const create = useNewKey();
  if (!create.data) {
    return <KeyName create={create} onClose={onClose} onMade={onMade} />;
  }
  const { apiKey } = create.data;
  return (
    <Dialog
      isOpen
      title={t('shownTitle')}
      width={560}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <p>{t('shownText')}</p>
      <CopyBox text={apiKey} copyLabel={t('copyKey')} />
    </Dialog>
  );
}

interface KeyNameProps extends NewKeyDialogProps {
  create: ReturnType<typeof useNewKey>;
}

function KeyName({ create, onClose, onMade }: KeyNameProps) {
  const t = useTexts(shareTexts);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    const written = name.trim();
    setMissing(written === '');
    if (written !== '' && !create.isPending) create.mutate(written, { onSuccess: onMade });
  };
  return (
    <FormDialog
      title={t('newKeyTitle')}
      isBusy={create.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('create')}
    >
      <TextField
        autoFocus
        label={t('newKeyName')}
        maxLength={100}
        value={name}
        error={isMissing ? t('newKeyNameNeeded') : create.error ? toMessage(create.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
