import { voiceFunctionTexts } from '../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { TextField } from '../../kit/ui/text-field.tsx';
import { TextAreaField } from '../voice-agent/functions/text-area-field.tsx';
import styles from './knowledge.module.css';

interface Words {
  name: string;
  description: string;
}

/** The name of a new knowledge base. */
export function NewStoreFields({ words, onChange }: { words: Words; onChange: (words: Words) => void }) {
  const t = useTexts(voiceFunctionTexts);
  return (
    <>
      <TextField
        autoFocus
        aria-required
        label={t('name')}
        autoComplete="off"
        maxLength={200}
        value={words.name}
        onChange={(event) => onChange({ ...words, name: event.target.value })}
      />
      <TextAreaField
        label={t('description')}
        rows={2}
        maxLength={4000}
        value={words.description}
        onChange={(description) => onChange({ ...words, description })}
      />
      <p className={styles['note']}>{t('createHelp')}</p>
    </>
  );
}
