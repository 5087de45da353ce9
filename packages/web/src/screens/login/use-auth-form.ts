import type { StoredUser } from '@tendril/contract/api/auths';
import { type FormEvent, useState } from 'react';
import { lostSessionKey } from '../../kit/api/end-session.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { restoreTheme } from '../../kit/api/save-theme.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { storeUser } from '../../kit/state/session-store.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { say } from '../../kit/texts/texts.ts';

/** What is wrong, by field name; `form` is what belongs to none. */
export type FormErrors = Partial<Record<'name' | 'email' | 'password' | 'form', string>>;

interface AuthForm {
  errors: FormErrors;
  isBusy: boolean;
  submit: (event: FormEvent) => Promise<void>;
}

/**
 * Runs a form that signs somebody in: `check` looks at the fields, `request` asks the server. What was typed
 * stays; a success stores the user, which leads away from this page.
 */
export function useAuthForm(check: () => FormErrors, request: () => Promise<{ data: StoredUser }>): AuthForm {
  const [errors, setErrors] = useState<FormErrors>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = check();
    setErrors(Object.keys(found).length > 0 ? { form: say(loginTexts, 'checkFields'), ...found } : {});
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { data } = await request();
      sessionStorage.removeItem(lostSessionKey);
      storeUser(data);
      await restoreTheme();
    } catch (error) {
      setErrors(toFormErrors(error));
    } finally {
      setBusy(false);
    }
  };
  return { errors, isBusy, submit };
}

/** A refusal as sentences: one of our own for a wrong password, the named fields of a refused body, else its message. */
export function toFormErrors(error: unknown): FormErrors {
  if (!(error instanceof RequestError)) return { form: toMessage(error) };
  if (error.status === 401) return { form: say(loginTexts, 'wrong') };
  const errors: FormErrors = { form: error.message };
  for (const { path, message } of error.details) {
    const field = path.split('.').at(-1);
    if (field === 'name' || field === 'email' || field === 'password') errors[field] = message;
  }
  return errors;
}
