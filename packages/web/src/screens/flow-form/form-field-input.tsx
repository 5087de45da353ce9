import type { FormField, FormValue } from '@tendril/contract/flow/form-values';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { flowFormTexts } from '../../kit/texts/en/flow-form.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './flow-form.module.css';

interface FormFieldInputProps {
  field: FormField;
  value: FormValue | undefined;
  error: string | undefined;
  onChange: (value: FormValue) => void;
}

/** One field of a form, in the control of its type. */
export function FormFieldInput({ field, value = '', error, onChange }: FormFieldInputProps) {
  const t = useTexts(flowFormTexts);
  const id = useId();
  const marks = {
    id,
    'data-field': '',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  } as const;
  const text = String(value);
  switch (field.type) {
    case 'boolean':
      return (
        <Framed id={id} error={error}>
          <label className={styles['tick']}>
            <input
              {...marks}
              type="checkbox"
              checked={value === true}
              onChange={(event) => onChange(event.target.checked)}
            />
            {field.label}
          </label>
        </Framed>
      );
    case 'options':
      return (
        <Framed id={id} error={error} label={field.label}>
          <select {...marks} value={text} onChange={(event) => onChange(event.target.value)}>
            <option value="">{t('choose')}</option>
            {field.options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </Framed>
      );
    case 'number':
      return (
        <Framed id={id} error={error} label={field.label}>
          <input
            {...marks}
            inputMode="decimal"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        </Framed>
      );
    case 'string':
      return (
        <Framed id={id} error={error} label={field.label}>
          <textarea {...marks} rows={1} value={text} onChange={(event) => onChange(event.target.value)} />
        </Framed>
      );
  }
}

interface FramedProps {
  id: string;
  label?: string;
  error: string | undefined;
  children: ReactNode;
}

function Framed({ id, label, error, children }: FramedProps) {
  return (
    <div className={styles['field']}>
      {label && <label htmlFor={id}>{label}</label>}
      {children}
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          <CircleAlert size={16} />
          {error}
        </p>
      )}
    </div>
  );
}
