import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SwitchField } from '../fields/switch-field.tsx';
import type { SettingsForm, SettingsSection } from '../settings-form.ts';

function AfterCrashForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  return (
    <SwitchField
      label={t('afterCrashSwitch')}
      help={t('afterCrashSwitchHelp')}
      isOn={form.settings.chatbotConfig.resumesAfterCrash !== false}
      // On is what flows do that say nothing.
      onChange={(isOn) => form.set('chatbotConfig', { resumesAfterCrash: isOn ? undefined : false })}
    />
  );
}

/** Whether runs go on after the server was killed. */
export const afterCrashSection = {
  id: 'afterCrash',
  slices: [{ column: 'chatbotConfig', keys: ['resumesAfterCrash'] }],
  Form: AfterCrashForm,
} as const satisfies Omit<SettingsSection, 'title'>;
