import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { AreaField } from '../fields/area-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import type { SettingsForm, SettingsSection } from '../settings-form.ts';
import styles from './sections.module.css';

function KnowledgeForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const { checksSources = false, unknownAnswer = {}, knowledgeReaders } = form.settings.chatbotConfig;
  const { status = false, text = '' } = unknownAnswer;
  const set = (changes: Readonly<Record<string, unknown>>) => form.set('chatbotConfig', changes);
  const turnUnknown = (isOn: boolean) =>
    set({ unknownAnswer: { ...unknownAnswer, status: isOn, text: text || t('unknownTextDefault') } });
  return (
    <section className={styles['group']}>
      <SwitchField
        label={t('checksSources')}
        help={t('checksSourcesHelp')}
        isOn={checksSources}
        onChange={(isOn) => set({ checksSources: isOn || undefined })}
      />
      <SwitchField
        label={t('unknownSwitch')}
        help={t('unknownSwitchHelp')}
        isOn={status}
        onChange={turnUnknown}
      />
      {status && (
        <AreaField
          label={t('unknownText')}
          rows={2}
          text={text}
          maxLength={1000}
          error={form.errorOf('chatbotConfig.unknownAnswer.text')}
          onChange={(words) => set({ unknownAnswer: { ...unknownAnswer, text: words } })}
        />
      )}
      <SwitchField
        label={t('readersSwitch')}
        help={t('readersSwitchHelp')}
        isOn={knowledgeReaders === 'workspace'}
        onChange={(isOn) => set({ knowledgeReaders: isOn ? 'workspace' : undefined })}
      />
    </section>
  );
}

/** What answers from knowledge bases say, and for whom they read. */
export const knowledgeSection = {
  id: 'knowledge',
  slices: [{ column: 'chatbotConfig', keys: ['checksSources', 'unknownAnswer', 'knowledgeReaders'] }],
  Form: KnowledgeForm,
} as const satisfies Omit<SettingsSection, 'title'>;
