import { createLead } from '@tendril/contract/api/leads';
import { type FormEvent, useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import type { LeadForm } from './chat-settings.ts';
import styles from './lead-form.module.css';
import type { Lead } from './session-record.ts';

type Field = LeadForm['fields'][number];

interface LeadCardProps {
  flowId: string;
  form: LeadForm;
  /** The conversation the details belong to. */
  begin: () => string;
  onSaved: (lead: Lead) => void;
  onDeclined: () => void;
}

const words = { name: 'leadName', email: 'leadEmail', phone: 'leadPhone' } as const;
const inputs = {
  name: { type: 'text', autoComplete: 'name', maxLength: 200 },
  email: { type: 'email', autoComplete: 'email', maxLength: 254 },
  phone: { type: 'tel', autoComplete: 'tel', maxLength: 64 },
} as const;

function problemOf(field: Field, value: string): 'leadMissing' | 'leadNotAnAddress' | undefined {
  if (value.trim() === '') return 'leadMissing';
  return field === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? 'leadNotAnAddress' : undefined;
}

/** Asks a visitor for contact details before the first message. */
export function LeadCard({ flowId, form, begin, onSaved, onDeclined }: LeadCardProps) {
  const t = useTexts(chatTexts);
  const [values, setValues] = useState<Partial<Record<Field, string>>>({});
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const problem = (field: Field) => {
    const found = isShown ? problemOf(field, values[field] ?? '') : undefined;
    return found && t(found, { field: t(words[field]) });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (isBusy || form.fields.some((field) => problemOf(field, values[field] ?? ''))) return;
    setBusy(true);
    setFailure('');
    const lead = Object.fromEntries(form.fields.map((field) => [field, values[field]?.trim()]));
    try {
      await call(createLead, { body: { chatflowid: flowId, chatId: begin(), ...lead } });
      onSaved(lead);
    } catch (thrown) {
      setFailure(toMessage(thrown));
      setBusy(false);
    }
  };
  return (
    <form
      className={styles['card']}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label={form.title}
    >
      {form.title !== '' && <p className={styles['title']}>{form.title}</p>}
      {form.fields.map((field) => (
        <TextField
          key={field}
          {...inputs[field]}
          label={t(words[field])}
          value={values[field] ?? ''}
          error={problem(field)}
          onChange={({ target }) => setValues((before) => ({ ...before, [field]: target.value }))}
        />
      ))}
      {failure !== '' && (
        <p className={styles['failure']} role="alert">
          {t('leadFailed', { reason: failure })}
        </p>
      )}
      <div className={styles['acts']}>
        {form.isOptional && (
          <Button look="quiet" onClick={onDeclined}>
            {t('leadSkip')}
          </Button>
        )}
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t('leadSave')}
        </Button>
      </div>
    </form>
  );
}
