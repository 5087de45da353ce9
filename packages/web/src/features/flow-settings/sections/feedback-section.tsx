import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SwitchField } from '../fields/switch-field.tsx';
import { objectOf, type SettingsForm, type SettingsSection } from '../settings-form.ts';

function FeedbackForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const stored = objectOf(form.settings.chatbotConfig.chatFeedback);
  return (
    <SwitchField
      label={t('feedbackSwitch')}
      isOn={stored['status'] === true}
      onChange={(status) => form.set('chatbotConfig', { chatFeedback: { ...stored, status } })}
    />
  );
}

/** Whether visitors rate answers. */
export const feedbackSection = {
  id: 'feedback',
  slices: [{ column: 'chatbotConfig', keys: ['chatFeedback'] }],
  Form: FeedbackForm,
} as const satisfies Omit<SettingsSection, 'title'>;
