import { useId, useState } from 'preact/hooks';
import type { LeadField, LeadForm } from '../chat/widget-settings.ts';
import { useWidget } from './widget-context.ts';

const inputs = {
  name: { type: 'text', autocomplete: 'name', maxLength: 200 },
  email: { type: 'email', autocomplete: 'email', maxLength: 254 },
  phone: { type: 'tel', autocomplete: 'tel', maxLength: 64 },
} as const;

type Values = Readonly<Record<LeadField, string>>;

/** Asks a visitor for contact details, before the first message. */
export function LeadCard({ form }: { form: LeadForm }) {
  const { chat, t } = useWidget();
  const [values, setValues] = useState<Values>({ name: '', email: '', phone: '' });
  const [isSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const problemOf = (field: LeadField) => {
    const value = values[field].trim();
    if (value === '') return t('leadMissing', { field: t(field).toLowerCase() });
    return field === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value) ? t('leadEmailWrong') : '';
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    setSubmitted(true);
    if (isBusy || form.fields.some(problemOf)) return;
    setBusy(true);
    setFailed(false);
    const lead = Object.fromEntries(form.fields.map((field) => [field, values[field].trim()]));
    await chat.leaveLead(lead).catch(() => setFailed(true));
    setBusy(false);
  };
  return (
    <form
      class="card lead"
      noValidate
      aria-label={form.title || undefined}
      onSubmit={(event) => void submit(event)}
    >
      {form.title !== '' && <strong>{form.title}</strong>}
      {form.fields.map((field) => (
        <Field
          key={field}
          field={field}
          value={values[field]}
          problem={isSubmitted ? problemOf(field) : ''}
          onChange={(value) => setValues((before) => ({ ...before, [field]: value }))}
        />
      ))}
      {hasFailed && (
        <p class="problem" role="alert">
          {t('leadFailed')}
        </p>
      )}
      <div class="acts">
        {form.isOptional && (
          <button type="button" class="button" onClick={() => chat.skipLead()}>
            {t('leadSkip')}
          </button>
        )}
        <button type="submit" class="button main" aria-disabled={isBusy}>
          {t('leadStart')}
        </button>
      </div>
    </form>
  );
}

interface FieldProps {
  field: LeadField;
  value: string;
  problem: string;
  onChange: (value: string) => void;
}

function Field({ field, value, problem, onChange }: FieldProps) {
  const { t } = useWidget();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t(field)}</label>
      <input
        id={id}
        {...inputs[field]}
        value={value}
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? undefined : `${id}-problem`}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {problem !== '' && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
