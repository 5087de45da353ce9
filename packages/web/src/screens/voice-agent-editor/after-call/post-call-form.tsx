import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import type { PostCallProblem } from '@tendril/contract/voice/post-call-problems';
import { TextAreaField } from '../../../features/voice-agent/functions/text-area-field.tsx';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SwitchField } from '../../../kit/ui/switch.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import styles from './after-call.module.css';
import { WordListField } from './word-list-field.tsx';

interface PostCallFormProps {
  field: PostCallField;
  problems: readonly PostCallProblem[];
  onChange: (changes: Partial<PostCallField>, isTyped?: boolean) => void;
}

/** Everything of one field; it saves itself while it is typed. */
export function PostCallForm({ field, problems, onChange }: PostCallFormProps) {
  const t = useTexts(voiceAfterCallTexts);
  const nameProblem = problems.find((problem) => problem !== 'CHOICES_MISSING');
  return (
    <div className={styles['form']}>
      <TextField
        label={t('fieldName')}
        placeholder={t('fieldNamePlaceholder')}
        autoFocus={field.name === ''}
        maxLength={64}
        spellCheck={false}
        value={field.name}
        error={nameProblem && field.name !== '' ? t(nameProblem) : undefined}
        hint={field.name === '' ? t('NAME_MISSING') : undefined}
        onChange={(event) => onChange({ name: event.target.value }, true)}
      />
      <TextAreaField
        label={t('fieldDescription')}
        placeholder={t('fieldDescriptionPlaceholder')}
        rows={2}
        maxLength={2000}
        value={field.description}
        onChange={(description) => onChange({ description }, true)}
      />
      {field.type === 'enum' && (
        <WordListField
          label={t('fieldChoices')}
          hint={problems.includes('CHOICES_MISSING') ? t('CHOICES_MISSING') : t('choicesHint')}
          newLabel={t('newChoice')}
          words={field.choices}
          most={50}
          maxLength={200}
          onChange={(choices, isTyped) => onChange({ choices }, isTyped)}
        />
      )}
      {field.type === 'string' && (
        <WordListField
          label={t('fieldExamples')}
          hint={t('examplesHint')}
          newLabel={t('newExample')}
          words={field.examples}
          most={20}
          maxLength={500}
          onChange={(examples, isTyped) => onChange({ examples }, isTyped)}
        />
      )}
      <SwitchField
        label={t('fieldRequired')}
        hint={t('requiredHint')}
        isOn={field.isRequired}
        onChange={(isRequired) => onChange({ isRequired })}
      />
    </div>
  );
}
