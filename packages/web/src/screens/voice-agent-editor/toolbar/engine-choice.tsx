import { type LlmOptionId, llmOptions, speechModelOptions } from '@tendril/contract/voice/llm-options';
import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceToolTexts } from '../../../kit/texts/en/voice-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { useLlmField, useLlmSession } from '../llm/use-llm-session.ts';
import styles from './llm-dialog.module.css';

const none = '';

/** A model that hears and speaks itself, and the model that answers when the chosen one fails. */
export function EngineChoice() {
  const t = useTexts(voiceToolTexts);
  const [speechId, fallbackId] = [useId(), useId()];
  const session = useLlmSession();
  const model = useLlmField('model');
  const speechModel = useLlmField('speechModel');
  const fallbacks = useLlmField('fallbackModels');
  const chooseSpeech = (id: string) =>
    session.change({ speechModel: speechModelOptions.find((option) => option.id === id)?.id ?? null });
  const chooseFallback = (id: string) =>
    session.change({ fallbackModels: id === none ? [] : [id as LlmOptionId] });
  return (
    <>
      <Field isDense label={t('speechModel')} htmlFor={speechId}>
        <SelectField
          id={speechId}
          value={speechModel ?? none}
          options={speechModelOptions.map(({ id, label }) => ({ name: id, label }))}
          emptyLabel={t('noSpeechModel')}
          canBeEmpty
          onChange={chooseSpeech}
        />
        <p className={styles['help']}>{t(speechModel === null ? 'noSpeechModelHelp' : 'speechModelHelp')}</p>
      </Field>
      <Field isDense label={t('fallbackModel')} htmlFor={fallbackId}>
        <SelectField
          id={fallbackId}
          value={fallbacks[0] ?? none}
          options={llmOptions.filter(({ id }) => id !== model).map(({ id, label }) => ({ name: id, label }))}
          emptyLabel={t('noFallbackModel')}
          canBeEmpty
          onChange={chooseFallback}
        />
        <p className={styles['help']}>{t('fallbackModelHelp')}</p>
      </Field>
    </>
  );
}
