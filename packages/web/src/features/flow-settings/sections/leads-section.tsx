import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { AreaField } from '../fields/area-field.tsx';
import { CheckList } from '../fields/check-list.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { objectOf, type SettingsForm, type SettingsSection, textOf } from '../settings-form.ts';
import styles from './sections.module.css';

const fields = [
  { key: 'name', label: 'leadName' },
  { key: 'email', label: 'leadEmail' },
  { key: 'phone', label: 'leadPhone' },
] as const;
const path = 'chatbotConfig.leads';

function LeadsForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const leads = objectOf(form.settings.chatbotConfig.leads);
  const isOn = leads['status'] === true;
  const set = (changes: Record<string, unknown>) =>
    form.set('chatbotConfig', { leads: { ...leads, ...changes } });
  const hasFields = fields.some(({ key }) => leads[key] === true);
  const switchTo = (status: boolean) =>
    set({
      status,
      ...(status && {
        title: leads['title'] || t('leadTitleDefault'),
        successMessage: leads['successMessage'] || t('leadSuccessDefault'),
        ...(!hasFields && { name: true, email: true }),
      }),
    });
  return (
    <section className={styles['group']}>
      <SwitchField label={t('leadsSwitch')} isOn={isOn} onChange={switchTo} />
      {isOn && (
        <>
          <TextField
            label={t('leadTitle')}
            value={textOf(leads['title'])}
            maxLength={500}
            error={form.errorOf(`${path}.title`)}
            onChange={({ target }) => set({ title: target.value })}
          />
          <CheckList
            legend={t('leadFields')}
            rows={fields.map(({ key, label }) => ({ id: key, label: t(label), isOn: leads[key] === true }))}
            error={form.errorOf(`${path}.name`)}
            onChange={(key, isTicked) => set({ [key]: isTicked })}
          />
          <SwitchField
            label={t('leadOptional')}
            isOn={leads['isOptional'] === true}
            onChange={(isOptional) => set({ isOptional })}
          />
          <AreaField
            label={t('leadSuccess')}
            text={textOf(leads['successMessage'])}
            maxLength={2000}
            error={form.errorOf(`${path}.successMessage`)}
            onChange={(successMessage) => set({ successMessage })}
          />
        </>
      )}
    </section>
  );
}

function checkLeads({ chatbotConfig }: SettingsForm['settings']) {
  const leads = objectOf(chatbotConfig.leads);
  if (leads['status'] !== true) return {};
  const problems: Record<string, string> = {};
  if (textOf(leads['title']).trim() === '') {
    problems[`${path}.title`] = say(settingsTexts, 'required', { field: say(settingsTexts, 'leadTitle') });
  }
  if (!fields.some(({ key }) => leads[key] === true)) {
    problems[`${path}.name`] = say(settingsTexts, 'leadFieldNeeded');
  }
  return problems;
}

/** The contact form of the chat. */
export const leadsSection = {
  id: 'leads',
  slices: [{ column: 'chatbotConfig', keys: ['leads'] }],
  Form: LeadsForm,
  check: checkLeads,
} as const satisfies Omit<SettingsSection, 'title'>;
