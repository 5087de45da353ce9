import { useState } from 'react';
import { browserName } from '../../kit/lib/browser-name.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { isDeviceError } from './ask-passkey.ts';
import { useAddPasskey } from './passkeys.queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factors.module.css';

/** Adds a passkey: a name, then what the browser asks, then the recovery codes if there were none. */
export function PasskeyDialog({ onClose }: { onClose: (isAdded: boolean) => void }) {
  const t = useTexts(secondFactorTexts);
  const add = useAddPasskey();
  const [name, setName] = useState(() => browserName(navigator.userAgent).system ?? '');
  const [isMissing, setMissing] = useState(false);
  const codes = add.data?.recoveryCodes ?? [];
  if (codes.length > 0) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />;
  const submit = () => {
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    add.mutate(name, {
      onSuccess({ recoveryCodes }) {
        notify(t('passkeyAdded'), 'success');
        if (recoveryCodes.length === 0) onClose(true);
      },
    });
  };
  return (
    <FormDialog
      title={t('addPasskey')}
      submitLabel={t('add')}
      isBusy={add.isPending}
      problem={add.error && (isDeviceError(add.error) ? t('passkeyFailed') : toMessage(add.error))}
      onClose={() => onClose(false)}
      onSubmit={submit}
    >
      <div className={styles['steps']}>
        <p>{t('addPasskeyHelp')}</p>
        <TextField
          label={t('passkeyName')}
          hint={t('passkeyNameHint')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={isMissing ? t('needName') : undefined}
        />
      </div>
    </FormDialog>
  );
}
