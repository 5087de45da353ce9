import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { type FieldProblems, type SettingsForm, type SettingsSection, textOf } from '../settings-form.ts';
import styles from './sections.module.css';

const path = 'chatbotConfig.codeWaitSeconds';

function UserCodeForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  return (
    <section className={styles['group']}>
      <TextField
        label={t('codeWait')}
        inputMode="numeric"
        value={textOf(form.settings.chatbotConfig.codeWaitSeconds)}
        onChange={({ target }) => form.set('chatbotConfig', { codeWaitSeconds: target.value.trim() })}
        error={form.errorOf(path)}
        hint={t('codeWaitHint')}
      />
    </section>
  );
}

function checkUserCode({ chatbotConfig }: SettingsForm['settings']): FieldProblems {
  const isRight = /^(?:[1-9]\d?|[12]\d\d|300)?$/.test(textOf(chatbotConfig.codeWaitSeconds));
  return isRight ? {} : { [path]: say(settingsTexts, 'codeWaitWrong') };
}

/** How long the flow's code may wait. */
export const userCodeSection = {
  id: 'userCode',
  slices: [{ column: 'chatbotConfig', keys: ['codeWaitSeconds'] }],
  Form: UserCodeForm,
  check: checkUserCode,
} as const satisfies Omit<SettingsSection, 'title'>;
