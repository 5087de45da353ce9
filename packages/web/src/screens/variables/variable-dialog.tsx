import type { Variable } from '@tendril/contract/api/variables';
import { variableNamePattern } from '@tendril/contract/api/variables';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { ValueField } from './value-field.tsx';
import styles from './variable-dialog.module.css';
import { useCreateVariable, useUpdateVariable } from './variables.queries.ts';
import type { NewVariable } from './variables-screen.tsx';

interface VariableDialogProps {
  first: Variable | NewVariable;
  all: readonly Variable[];
  onClose: () => void;
}

/** The form of a variable, new or stored. */
export function VariableDialog({ first, all, onClose }: VariableDialogProps) {
  const t = useTexts(variablesTexts);
  const form = useVariableForm(first, all, onClose);
  const { stored } = form;
  const inserted = `{{$vars.${form.name.trim() || 'name'}}}`;
  return (
    <FormDialog
      title={t(stored ? 'editTitle' : 'addTitle')}
      isBusy={form.isBusy}
      onClose={onClose}
      onSubmit={form.submit}
      submitLabel={t(stored ? 'save' : 'addSubmit')}
      problem={form.problem}
    >
      <TextField
        autoFocus={!stored}
        label={t('name')}
        autoComplete="off"
        spellCheck={false}
        className={styles['mono'] ?? ''}
        maxLength={64}
        value={form.name}
        onChange={(event) => form.setName(event.target.value)}
        error={form.nameProblem}
        hint={form.nameNote}
      />
      <div className={styles['type']}>
        <Segmented
          label={t('type')}
          segments={[
            { value: 'static', label: t('static') },
            { value: 'runtime', label: t('runtime') },
          ]}
          value={form.type}
          onChange={form.setType}
        />
        <small>{t(form.type === 'static' ? 'staticHint' : 'runtimeHint')}</small>
      </div>
      <ValueField form={form} />
      {form.type === 'static' && (
        <SwitchField
          label={t('secretLabel')}
          hint={t('secretHint')}
          isOn={form.isSecret}
          onChange={form.setSecret}
        />
      )}
      <div className={styles['insert']}>
        <span>{t('insertAs')}</span>
        <code>{inserted}</code>
        <CopyButton text={inserted} label={t('copyInsert', { text: inserted })} />
      </div>
    </FormDialog>
  );
}

/** The fields of the form with what is wrong with them. */
export type VariableForm = ReturnType<typeof useVariableForm>;

function useVariableForm(first: Variable | NewVariable, all: readonly Variable[], onClose: () => void) {
  const t = useTexts(variablesTexts);
  const stored = 'id' in first ? first : undefined;
  const [name, setName] = useState(first.name);
  const [type, setType] = useState<Variable['type']>(stored?.type ?? 'static');
  const [value, setValue] = useState(stored?.isSecret ? '' : first.value);
  const [isSecret, setSecret] = useState(stored?.isSecret ?? false);
  const [isAsked, setAsked] = useState(false);
  const [create, update] = [useCreateVariable(), useUpdateVariable()];
  const trimmed = name.trim();
  const problemOfName = () => {
    if (trimmed === '') return isAsked ? t('nameNeeded') : undefined;
    if (!variableNamePattern.test(trimmed)) return t('nameBad');
    const isTaken = all.some((one) => one.name === trimmed && one.id !== stored?.id);
    return isTaken ? t('nameTaken', { name: trimmed }) : undefined;
  };
  const nameProblem = problemOfName();
  const isRenamed = stored !== undefined && trimmed !== stored.name && stored.usedBy.length > 0;
  const keepsSecret = stored?.isSecret === true && isSecret && type === 'static' && value === '';
  const needsNew = stored?.isSecret === true && !isSecret && type === 'static' && value === '';
  const submit = () => {
    setAsked(true);
    if (trimmed === '' || nameProblem || needsNew) return;
    const body = {
      name: trimmed,
      type,
      isSecret: isSecret && type === 'static',
      ...(!keepsSecret && { value }),
    };
    const done = (text: 'saved' | 'added') => () => {
      notify(t(text), 'success');
      onClose();
    };
    if (stored) update.mutate({ id: stored.id, ...body }, { onSuccess: done('saved') });
    else create.mutate(body, { onSuccess: done('added') });
  };
  const error = stored ? update.error : create.error;
  return {
    stored,
    name,
    setName,
    type,
    setType,
    value,
    setValue,
    isSecret,
    setSecret,
    nameProblem,
    nameNote: isRenamed ? t('nameRenamed', { old: `{{$vars.${stored.name}}}` }) : t('nameHint'),
    needsNew,
    isAsked,
    isBusy: create.isPending || update.isPending,
    problem: error ? toMessage(error) : '',
    submit,
  };
}
