import { type ReactNode, useId } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import styles from './account-form.module.css';
import { ErrorLine } from './error-line.tsx';
import type { AccountFormState } from './use-account-form.ts';

interface AccountFormProps<F extends string> {
  form: AccountFormState<F>;
  /** A page of its own, or one part of a page. */
  place: 'page' | 'part';
  title: string;
  help?: ReactNode;
  /** Said before the fields, above what is wrong. */
  notice?: ReactNode;
  submitLabel: string;
  isMain?: boolean;
  /** What stands under the button. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A form about an account: what it is for, what is wrong, its fields and the button that is busy while it is sent. */
export function AccountForm<F extends string>(props: AccountFormProps<F>) {
  const { form, place, title, help, notice, submitLabel, isMain = true, foot, children } = props;
  const id = useId();
  const isPage = place === 'page';
  return (
    <form
      className={styles['form']}
      data-place={place}
      aria-labelledby={id}
      onSubmit={(event) => void form.submit(event)}
      noValidate
    >
      {isPage ? (
        <div className={styles['head']}>
          <h1 id={id}>{title}</h1>
          {help && <p>{help}</p>}
        </div>
      ) : (
        <h3 id={id}>{title}</h3>
      )}
      {notice}
      <ErrorLine message={form.errors.form} />
      {children}
      <Button
        type="submit"
        look={isMain ? 'primary' : 'plain'}
        size={isPage ? 'large' : 'normal'}
        isFullWidth={isPage}
        isBusy={form.isBusy}
        className={styles['submit'] ?? ''}
      >
        {submitLabel}
      </Button>
      {foot}
    </form>
  );
}
