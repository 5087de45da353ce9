import type { ReactNode } from 'react';
import { useId } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import styles from './card.module.css';
import type { CardForm } from './use-card.ts';

export interface CardProps {
  id?: string;
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Where the card can be edited: its state of saving. */
  form?: CardForm;
  /** Why it cannot be saved as it stands. */
  blocked?: string | undefined;
  /** Fills the card to its edges: a list of lines. */
  isFlush?: boolean;
  children: ReactNode;
}

/** A part of a number's detail; edited parts say that they are not saved and are saved by themselves. */
export function Card({ id, title, aside, form, blocked, isFlush = false, children }: CardProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles['card']} aria-labelledby={titleId} data-flush={isFlush || undefined}>
      <header>
        <h3 id={titleId}>{title}</h3>
        {aside}
      </header>
      <div className={styles['body']}>{children}</div>
      {form?.isDirty && <CardFoot title={title} form={form} blocked={blocked} />}
    </section>
  );
}

function CardFoot({ title, form, blocked }: { title: string; form: CardForm; blocked: string | undefined }) {
  const t = useTexts(phoneNumberTexts);
  const { error } = form;
  const details = typeof error === 'object' && error !== null && 'details' in error ? error.details : [];
  const isPlaced = Array.isArray(details) && details.length > 0;
  return (
    <footer className={styles['foot']}>
      <span className={styles['unsaved']}>{t('unsaved')}</span>
      <p role="alert">{blocked ?? (form.error && !isPlaced ? toMessage(form.error) : '')}</p>
      <Button size="small" look="quiet" onClick={form.discard}>
        {t('discard')}
      </Button>
      <Button
        size="small"
        isBusy={form.isSaving}
        disabled={blocked !== undefined}
        aria-label={`${t('save')}: ${title}`}
        onClick={form.save}
      >
        {t('save')}
      </Button>
    </footer>
  );
}
