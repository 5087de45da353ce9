import type { StoredUser } from '@tendril/contract/api/auths';
import { type AccountFormState, useAccountForm } from '../../features/account/use-account-form.ts';
import { lostSessionKey } from '../../kit/api/end-session.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { restoreTheme } from '../../kit/api/save-theme.ts';
import { storeUser } from '../../kit/state/session-store.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { say } from '../../kit/texts/texts.ts';

/** The refusal of a right password that a second step has to follow. */
const factorRequired = 'SECOND_FACTOR_REQUIRED';
const fields = ['name', 'email', 'password'] as const;
type Field = (typeof fields)[number];

/** A form that signs somebody in: a success stores the user, which leads away from this page. */
export function useSignIn(
  check: () => { [field in Field]?: string | undefined },
  request: () => Promise<{ data: StoredUser }>,
  onFactorRequired: () => void,
): AccountFormState<Field> {
  return useAccountForm({
    fields,
    check,
    request,
    onDone: ({ data }) => enter(data),
    // Which of the two was wrong is nobody's business.
    toErrors(error) {
      if (!(error instanceof RequestError) || error.status !== 401) return undefined;
      if (error.code !== factorRequired) return { form: say(loginTexts, 'wrong') };
      onFactorRequired();
      return {};
    },
  });
}

/** Stores who has signed in, which leads away from the start page. */
export async function enter(user: StoredUser): Promise<void> {
  sessionStorage.removeItem(lostSessionKey);
  storeUser(user);
  await restoreTheme();
}
