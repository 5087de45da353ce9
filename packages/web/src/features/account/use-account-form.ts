import { type FormEvent, useState } from 'react';
import { RequestError } from '../../kit/api/request-error.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { accountTexts } from '../../kit/texts/en/account.ts';
import { say } from '../../kit/texts/texts.ts';

/** What is wrong, by field name; `form` is what belongs to none. */
type AccountErrors<F extends string> = Partial<Record<F | 'form', string>>;

interface AccountFormOptions<F extends string, A> {
  /** The fields that a refusal may name. */
  fields: readonly F[];
  /** What is wrong before anything is sent. */
  check: () => { [field in F]?: string | undefined };
  request: () => Promise<A>;
  onDone: (answer: A) => unknown;
  /** Errors of a refusal, where its message is not enough. */
  toErrors?: (error: unknown) => AccountErrors<F> | undefined;
}

/** What a form of an account shows and does. */
export interface AccountFormState<F extends string> {
  errors: AccountErrors<F>;
  isBusy: boolean;
  submit: (event: FormEvent) => Promise<void>;
}

/** Runs a form of an account: looks at its fields, asks the server once, and keeps what was typed when that fails. */
export function useAccountForm<F extends string, A>(options: AccountFormOptions<F, A>): AccountFormState<F> {
  const { fields, check, request, onDone, toErrors } = options;
  const [errors, setErrors] = useState<AccountErrors<F>>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = check();
    const isWrong = fields.some((field) => found[field] !== undefined);
    setErrors(isWrong ? ({ form: say(accountTexts, 'checkFields'), ...found } as AccountErrors<F>) : {});
    if (isWrong) return;
    setBusy(true);
    try {
      await onDone(await request());
    } catch (error) {
      setErrors(toErrors?.(error) ?? toFormErrors(error, fields));
    } finally {
      setBusy(false);
    }
  };
  return { errors, isBusy, submit };
}

/** A refusal as sentences: the fields it names each at its place, and its message where it names anything else. */
export function toFormErrors<F extends string>(error: unknown, fields: readonly F[]): AccountErrors<F> {
  const details = error instanceof RequestError ? error.details : [];
  const errors: Partial<Record<string, string>> = {};
  for (const { path, message } of details) {
    const field = fields.find((name) => name === path.split('.').at(-1));
    if (field !== undefined) errors[field] = message;
    else errors['form'] = toMessage(error);
  }
  const isAtFields = details.length > 0 && errors['form'] === undefined;
  return {
    ...errors,
    form: isAtFields ? say(accountTexts, 'checkFields') : toMessage(error),
  } as AccountErrors<F>;
}
