import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { analyticServices } from '../analytic-services.ts';
import { SecretField } from '../fields/secret-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import {
  changedColumn,
  objectOf,
  type SettingsForm,
  type SettingsSection,
  textOf,
} from '../settings-form.ts';
import styles from './sections.module.css';

type Service = (typeof analyticServices)[number];

function AnalyticsForm({ form }: { form: SettingsForm }) {
  return analyticServices.map((service) => (
    <section key={service.name} className={styles['group']}>
      <ServiceFields form={form} service={service} />
    </section>
  ));
}

function ServiceFields({ form, service }: { form: SettingsForm; service: Service }) {
  const t = useTexts(settingsTexts);
  const { name, label, credentialName, setting } = service;
  const values = objectOf(form.settings.analytic[name]);
  const isOn = values['status'] === true;
  const set = (changes: Record<string, unknown>) =>
    form.set('analytic', { [name]: changedColumn(values, changes) });
  return (
    <>
      <SwitchField
        label={t('analyticsSwitch', { service: label })}
        isOn={isOn}
        onChange={(status) => set({ status })}
      />
      {isOn && (
        <SecretField
          label={t('credential')}
          kinds={[credentialName]}
          value={textOf(values['credentialId'])}
          onChange={(credentialId) => set({ credentialId })}
          error={form.errorOf(`analytic.${name}.credentialId`)}
        />
      )}
      {isOn && setting && (
        <TextField
          label={t(setting === 'release' ? 'analyticsRelease' : 'analyticsProject')}
          value={textOf(values[setting])}
          maxLength={200}
          error={form.errorOf(`analytic.${name}.${setting}`)}
          onChange={({ target }) => set({ [setting]: target.value })}
        />
      )}
    </>
  );
}

function checkAnalytics({ analytic }: SettingsForm['settings']) {
  const field = say(settingsTexts, 'credential');
  const missing = analyticServices.filter(({ name }) => {
    const values = objectOf(analytic[name]);
    return values['status'] === true && textOf(values['credentialId']) === '';
  });
  return Object.fromEntries(
    missing.map(({ name }) => [`analytic.${name}.credentialId`, say(settingsTexts, 'required', { field })]),
  );
}

/** The services that get the traces of the flow's runs. */
export const analyticsSection = {
  id: 'analytics',
  slices: [{ column: 'analytic' }],
  Form: AnalyticsForm,
  check: checkAnalytics,
} as const satisfies Omit<SettingsSection, 'title'>;
