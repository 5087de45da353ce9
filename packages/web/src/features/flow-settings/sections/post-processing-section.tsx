import { CodeField } from '../../../kit/params/code-field.tsx';
import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { FieldNote } from '../fields/field-note.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import {
  type FieldProblems,
  objectOf,
  type SettingsForm,
  type SettingsSection,
  textOf,
} from '../settings-form.ts';
import styles from './sections.module.css';

const path = 'chatbotConfig.postProcessing.customFunction';

/** A function that works as it stands: it shortens the answer to its first paragraph and says what was asked. */
const postProcessingExample = `const [first] = $flow.rawOutput.trim().split("\\n\\n");

return \`\${first}\\n\\n_You asked: \${$flow.input}_\`;
`;

function PostProcessingForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const stored = objectOf(form.settings.chatbotConfig.postProcessing);
  const isOn = stored['enabled'] === true;
  const code = textOf(stored['customFunction']);
  const set = (changes: Record<string, unknown>) =>
    form.set('chatbotConfig', { postProcessing: { ...stored, ...changes } });
  return (
    <section className={styles['group']}>
      <SwitchField
        label={t('postProcessingSwitch')}
        isOn={isOn}
        onChange={(enabled) =>
          set({ enabled, ...(enabled && code === '' && { customFunction: postProcessingExample }) })
        }
      />
      {isOn && (
        <div className={styles['code']}>
          <div className={styles['codeHead']}>
            <span className={styles['codeLabel']}>{t('code')}</span>
            <Button size="small" look="quiet" onClick={() => set({ customFunction: postProcessingExample })}>
              {t('useExample')}
            </Button>
          </div>
          <CodeField
            id="post-processing"
            label={t('code')}
            language="javascript"
            text={code}
            onChange={(customFunction) => set({ customFunction })}
          />
          <FieldNote id="post-processing-note" error={form.errorOf(path)} hint={t('codeHint')} />
        </div>
      )}
    </section>
  );
}

function checkPostProcessing({ chatbotConfig }: SettingsForm['settings']): FieldProblems {
  const stored = objectOf(chatbotConfig.postProcessing);
  const isMissing = stored['enabled'] === true && textOf(stored['customFunction']).trim() === '';
  return isMissing ? { [path]: say(settingsTexts, 'codeNeeded') } : {};
}

/** JavaScript that rewrites every answer. */
export const postProcessingSection = {
  id: 'postProcessing',
  slices: [{ column: 'chatbotConfig', keys: ['postProcessing'] }],
  Form: PostProcessingForm,
  check: checkPostProcessing,
} as const satisfies Omit<SettingsSection, 'title'>;
