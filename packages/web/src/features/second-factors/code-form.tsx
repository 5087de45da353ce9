import { useMutation } from '@tanstack/react-query';
import type { StoredUser } from '@tendril/contract/api/auths';
import { confirmSignIn } from '@tendril/contract/api/second-factors';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { AccountForm } from '../account/account-form.tsx';
import { ErrorLine } from '../account/error-line.tsx';
import { useAccountForm } from '../account/use-account-form.ts';
import { askPasskey, isDeviceError, knowsPasskeys } from './ask-passkey.ts';
import { CodeField } from './code-field.tsx';

interface CodeFormProps {
  onDone: (answer: { data: StoredUser }) => unknown;
  /** Back to the password, also when the sign-in has taken too long. */
  onStartOver: () => void;
}

/** The second step of a sign-in. */
export function CodeForm({ onDone, onStartOver }: CodeFormProps) {
  const t = useTexts(secondFactorTexts);
  const [code, setCode] = useState('');
  const form = useAccountForm({
    fields: ['code'],
    check: () => ({ code: code.trim() === '' ? t('needCode') : undefined }),
    request: () => call(confirmSignIn, { body: { code } }),
    onDone,
  });
  const passkey = useMutation({
    mutationFn: async () => call(confirmSignIn, { body: { passkey: await askPasskey() } }),
  });
  const passkeyProblem =
    passkey.error === null
      ? undefined
      : isDeviceError(passkey.error)
        ? t('passkeyFailed')
        : toMessage(passkey.error);
  return (
    <AccountForm
      form={form}
      place="page"
      title={t('codeTitle')}
      help={t('codeHelp')}
      submitLabel={t('continue')}
      foot={
        <>
          {knowsPasskeys() && (
            <Button
              icon={<Fingerprint size={20} />}
              isBusy={passkey.isPending}
              onClick={() => passkey.mutate(undefined, { onSuccess: (answer) => void onDone(answer) })}
            >
              {t('usePasskey')}
            </Button>
          )}
          <Button onClick={onStartOver}>{t('startOver')}</Button>
        </>
      }
      notice={passkeyProblem !== undefined && <ErrorLine message={passkeyProblem} />}
    >
      <CodeField value={code} onChange={setCode} error={form.errors.code} />
    </AccountForm>
  );
}
