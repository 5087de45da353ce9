import { type LlmOptionId, llmOptions } from '@tendril/contract/voice/llm-options';
import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceToolTexts } from '../../../kit/texts/en/voice-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import styles from './llm-dialog.module.css';

const labels = ['fallbackModel', 'fallbackModel2', 'fallbackModel3'] as const;

interface FallbackModelsProps {
  /** The model that they stand in for. */
  model: LlmOptionId;
  value: readonly LlmOptionId[];
  onChange: (value: LlmOptionId[]) => void;
}

/** The models that answer when the one before fails: a field for each, and one for the next. */
export function FallbackModels({ model, value, onChange }: FallbackModelsProps) {
  const t = useTexts(voiceToolTexts);
  const id = useId();
  const choose = (place: number, chosen: string) =>
    onChange([
      ...value.slice(0, place),
      ...(chosen === '' ? [] : [chosen as LlmOptionId]),
      ...value.slice(place + 1),
    ]);
  return labels.slice(0, value.length + 1).map((label, place) => {
    const isOffered = (option: LlmOptionId) =>
      option === value[place] || (option !== model && !value.includes(option));
    return (
      <Field key={label} isDense label={t(label)} htmlFor={`${id}${place}`}>
        <SelectField
          id={`${id}${place}`}
          value={value[place] ?? ''}
          options={llmOptions
            .filter((one) => isOffered(one.id))
            .map((one) => ({ name: one.id, label: one.label }))}
          emptyLabel={t('noFallbackModel')}
          canBeEmpty
          onChange={(chosen) => choose(place, chosen)}
        />
        {place === 0 && <p className={styles['help']}>{t('fallbackModelHelp')}</p>}
      </Field>
    );
  });
}
