import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import styles from './function-form.module.css';
import type { FunctionForm } from './function-form.ts';
import { TextAreaField } from './text-area-field.tsx';

const mostNameLetters = 64;
const mostDescriptionLetters = 2000;

/** Name and description: what every function has. */
export function NameFields({ form }: { form: FunctionForm }) {
  const t = useTexts(voiceFunctionTexts);
  const { draft, edit, problemOf } = form;
  return (
    <>
      <TextField
        label={t('name')}
        className={styles['mono'] ?? ''}
        autoComplete="off"
        spellCheck={false}
        maxLength={mostNameLetters}
        value={draft.name}
        onChange={(event) => edit({ name: event.target.value })}
        error={problemOf('name')}
        hint={t('nameHint')}
      />
      <TextAreaField
        label={t('description')}
        rows={3}
        maxLength={mostDescriptionLetters}
        placeholder={t('descriptionPlaceholder')}
        value={draft.description}
        onChange={(description) => edit({ description })}
      />
    </>
  );
}
