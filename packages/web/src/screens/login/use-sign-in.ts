import type { StoredUser } from '@tendril/contract/api/auths';
import { type AccountFormState, useAccountForm } from '../../features/account/use-account-form.ts';
import { lostSessionKey } from '../../kit/api/end-session.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { restoreTheme } from '../../kit/api/save-theme.ts';
import { storeUser } from '../../kit/state/session-store.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { say } from '../../kit/texts/texts.ts';

const fields = ['name', 'email', 'password'] as const;
type Field = (typeof fields)[number];

/** A form that signs somebody in: a success stores the user, which leads away from this page. */
export function useSignIn(
  check: () => { [field in Field]?: string | undefined },
  request: () => Promise<{ data: StoredUser }>,
): AccountFormState<Field> {
  return useAccountForm({
    fields,
    check,
    request,
    async onDone({ data }) {
      sessionStorage.removeItem(lostSessionKey);
      storeUser(data);
      await restoreTheme();
    },
    // Which of the two was wrong is nobody's business.
    toErrors: (error) =>
      error instanceof RequestError && error.status === 401 ? { form: say(loginTexts, 'wrong') } : undefined,
  });
}
