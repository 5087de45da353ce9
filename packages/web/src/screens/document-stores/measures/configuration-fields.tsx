import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { RerankerChoice } from '../reranker-choice.tsx';
import { bounds, type ConfigurationDraft, type NumberField } from './configuration-draft.ts';
import styles from './measures.module.css';

interface ConfigurationFieldsProps {
  draft: ConfigurationDraft;
  wrong: readonly NumberField[];
  onChange: (changes: Partial<ConfigurationDraft>) => void;
}

const steps: Readonly<Record<NumberField, number>> = {
  wordWeight: 0.1,
  topK: 1,
  minScore: 0.05,
  diversity: 0.1,
};

/** How the questions are asked; what is empty is as the store is configured. */
export function ConfigurationFields({ draft, wrong, onChange }: ConfigurationFieldsProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const modeId = useId();
  const modes = [
    { name: 'hybrid', label: t('byBoth') },
    { name: 'vectors', label: t('byMeaning') },
    { name: 'words', label: t('byWords') },
  ];
  return (
    <>
      <Field label={t('searchBy')} htmlFor={modeId} hint={t('emptyIsSaved')}>
        <SelectField
          id={modeId}
          value={draft.mode}
          options={modes}
          emptyLabel={t('asSaved')}
          canBeEmpty
          onChange={(mode) => onChange({ mode: mode as ConfigurationDraft['mode'] })}
        />
      </Field>
      <div className={styles['numbers']}>
        {(['wordWeight', 'topK', 'minScore', 'diversity'] as const).map((name) => (
          <TextField
            key={name}
            label={t(name)}
            type="number"
            min={bounds[name][0]}
            max={bounds[name][1]}
            step={steps[name]}
            placeholder={t('asSaved')}
            value={draft[name]}
            error={
              wrong.includes(name)
                ? t('numberBad', { from: bounds[name][0], to: bounds[name][1] })
                : undefined
            }
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
      <RerankerChoice canBeSaved chosen={draft.reranker} onChange={(reranker) => onChange({ reranker })} />
    </>
  );
}
