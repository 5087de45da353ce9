import { speechModelOptions } from '@tendril/contract/voice/llm-options';
import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceToolTexts } from '../../../kit/texts/en/voice-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { useLlmField, useLlmSession } from '../llm/use-llm-session.ts';
import { FallbackModels } from './fallback-models.tsx';
import styles from './llm-dialog.module.css';

const none = '';

/** A speech-to-speech model, and the models that answer when the chosen one fails. */
export function EngineChoice() {
  const t = useTexts(voiceToolTexts);
  const speechId = useId();
  const session = useLlmSession();
  const model = useLlmField('model');
  const speechModel = useLlmField('speechModel');
  const fallbacks = useLlmField('fallbackModels');
  const chooseSpeech = (id: string) =>
    session.change({ speechModel: speechModelOptions.find((option) => option.id === id)?.id ?? null });
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
      <FallbackModels
        model={model}
        value={fallbacks}
        onChange={(fallbackModels) => session.change({ fallbackModels })}
      />
    </>
  );
}
