import { Check, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import { TextBox } from '../../kit/ui/text-box.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './variable-dialog.module.css';
import type { VariableForm } from './variable-dialog.tsx';

/** Where the value is given: a text, a masked field for a secret, or the name that the environment has to hold. */
export function ValueField({ form }: { form: VariableForm }) {
  const t = useTexts(variablesTexts);
  const id = useId();
  if (form.type === 'runtime') return <EnvironmentField form={form} />;
  if (form.isSecret)
    return (
      <TextField
        type="password"
        autoComplete="new-password"
        label={t('value')}
        value={form.value}
        onChange={(event) => form.setValue(event.target.value)}
        hint={form.stored?.isSecret ? t('secretKeep') : undefined}
      />
    );
  return (
    <Field label={t('value')} htmlFor={id}>
      <TextBox
        isMono
        grows
        style={{ minBlockSize: 84 }}
        id={id}
        rows={3}
        spellCheck={false}
        aria-describedby={form.needsNew ? `${id}-note` : undefined}
        aria-invalid={(form.needsNew && form.isAsked) || undefined}
        value={form.value}
        onChange={(event) => form.setValue(event.target.value)}
      />
      {form.needsNew && (
        <small id={`${id}-note`} className={styles['note']} data-error={form.isAsked || undefined}>
          {t('secretNew')}
        </small>
      )}
    </Field>
  );
}

function EnvironmentField({ form }: { form: VariableForm }) {
  const t = useTexts(variablesTexts);
  const { stored } = form;
  const isKnown = stored?.type === 'runtime' && stored.name === form.name.trim();
  return (
    <div className={styles['environment']}>
      <b>{t('environment')}</b>
      <span>
        <code>{`TENDRIL_VAR_${form.name.trim() || 'name'}`}</code>
        {isKnown &&
          (stored.isSet ? (
            <StatusChip tone="success" Icon={Check} label={t('isSet')} />
          ) : (
            <StatusChip tone="warning" Icon={TriangleAlert} label={t('isNotSet')} />
          ))}
      </span>
      <small>{t('environmentHint')}</small>
    </div>
  );
}
