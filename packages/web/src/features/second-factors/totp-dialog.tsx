import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endSession } from '../../kit/api/end-session.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyBox } from '../../kit/ui/copy-box.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { toFormErrors } from '../account/use-account-form.ts';
import { knowsPasskeys } from './ask-passkey.ts';
import { CodeField } from './code-field.tsx';
import { totpKeyQuery, useConfirmTotp } from './factors.queries.ts';
import { KeyPicture } from './key-picture.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factors.module.css';

interface TotpDialogProps {
  /** The workspace demands it: nothing else can be done before. */
  isDemanded?: boolean;
  onClose: (isSetUp: boolean) => void;
}

/** Sets up an authenticator app: a picture and a key, the first code, then the recovery codes. */
export function TotpDialog({ isDemanded = false, onClose }: TotpDialogProps) {
  const t = useTexts(secondFactorTexts);
  const key = useQuery(totpKeyQuery);
  const confirm = useConfirmTotp();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const errors = confirm.error ? toFormErrors(confirm.error, ['code']) : {};
  const [isPasskey, setPasskey] = useState(false);
  if (isPasskey)
    return <PasskeyDialog onClose={(isAdded) => (isAdded ? onClose(true) : setPasskey(false))} />;
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={() => onClose(true)} />;
  const submit = () => {
    setMissing(code.trim() === '');
    if (code.trim() !== '') confirm.mutate(code);
  };
  return (
    <FormDialog
      title={t('setUpTitle')}
      submitLabel={t('turnOn')}
      isBusy={confirm.isPending}
      problem={confirm.error && !errors.code && toMessage(confirm.error)}
      onClose={() => onClose(false)}
      onSubmit={submit}
    >
      <div className={styles['steps']}>
        {isDemanded && <p>{t('demandedHelp')}</p>}
        {key.isPending && <SkeletonList count={2} />}
        {key.isError && (
          <ErrorState title={t('loadFailed')} error={key.error} onRetry={() => key.refetch()} />
        )}
        {key.data && (
          <>
            <p>{t('scan')}</p>
            <KeyPicture uri={key.data.uri} />
            <p>{t('typeKey')}</p>
            <CopyBox text={key.data.secret} name={t('key')} />
            <p>{t('enterCode')}</p>
            <CodeField value={code} onChange={setCode} error={isMissing ? t('needCode') : errors.code} />
          </>
        )}
        {isDemanded && knowsPasskeys() && (
          <button type="button" className={styles['link']} onClick={() => setPasskey(true)}>
            {t('orPasskey')}
          </button>
        )}
        {isDemanded && (
          <button type="button" className={styles['link']} onClick={() => endSession('logout')}>
            {t('signOut')}
          </button>
        )}
      </div>
    </FormDialog>
  );
}
