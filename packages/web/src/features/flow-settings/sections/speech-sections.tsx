import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { ChoiceField } from '../fields/choice-field.tsx';
import { SecretField } from '../fields/secret-field.tsx';
import {
  changedColumn,
  objectOf,
  type SettingsForm,
  type SettingsSection,
  textOf,
} from '../settings-form.ts';
import { hearingServices, type SpeechService, speakingServices } from '../speech-services.ts';
import styles from './sections.module.css';

type SpeechColumn = 'speechToText' | 'textToSpeech';

const activeIn = (stored: Readonly<Record<string, unknown>>) =>
  Object.keys(stored).find((name) => objectOf(stored[name])['status'] === true) ?? '';

function SpeechForm({
  form,
  column,
  services,
}: {
  form: SettingsForm;
  column: SpeechColumn;
  services: readonly SpeechService[];
}) {
  const t = useTexts(settingsTexts);
  const stored = objectOf(form.settings[column]);
  const active = activeIn(stored);
  // Only one service is on; the settings of the others are kept.
  const choose = (wanted: string) => {
    const names = new Set([...Object.keys(stored), ...(wanted === '' ? [] : [wanted])]);
    const entries = [...names].map((name) => [name, { ...objectOf(stored[name]), status: name === wanted }]);
    form.set(column, Object.fromEntries(entries));
  };
  const service = services.find(({ name }) => name === active);
  return (
    <section className={styles['group']}>
      <ChoiceField
        label={t('service')}
        value={active}
        options={services.map(({ name, label }) => ({ name, label }))}
        emptyLabel={t('serviceOff')}
        onChange={choose}
      />
      {service && <ServiceFields form={form} column={column} service={service} />}
    </section>
  );
}

function ServiceFields({
  form,
  column,
  service,
}: {
  form: SettingsForm;
  column: SpeechColumn;
  service: SpeechService;
}) {
  const t = useTexts(settingsTexts);
  const values = objectOf(objectOf(form.settings[column])[service.name]);
  const set = (changes: Record<string, unknown>) =>
    form.set(column, { [service.name]: changedColumn(values, changes) });
  const path = `${column}.${service.name}`;
  return (
    <>
      <SecretField
        label={t('credential')}
        kinds={service.credentialNames}
        isOptional={service.isKeyOptional === true}
        value={textOf(values['credentialId'])}
        onChange={(credentialId) => set({ credentialId })}
        error={form.errorOf(`${path}.credentialId`)}
      />
      {service.settings.map(({ name, label, hint, placeholder }) => (
        <TextField
          key={name}
          label={t(label)}
          hint={hint && t(hint)}
          placeholder={placeholder}
          value={textOf(values[name])}
          maxLength={500}
          error={form.errorOf(`${path}.${name}`)}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      ))}
    </>
  );
}

function checkSpeech(column: SpeechColumn, services: readonly SpeechService[]) {
  return ({ [column]: settings }: SettingsForm['settings']) => {
    const stored = objectOf(settings);
    const active = activeIn(stored);
    const service = services.find(({ name }) => name === active);
    if (!service || service.isKeyOptional) return {};
    if (textOf(objectOf(stored[active])['credentialId']) !== '') return {};
    const field = say(settingsTexts, 'credential');
    return { [`${column}.${active}.credentialId`]: say(settingsTexts, 'required', { field }) };
  };
}

/** The service that transcribes what visitors say. */
export const hearingSection = {
  id: 'speechToText',
  slices: [{ column: 'speechToText' }],
  Form: ({ form }: { form: SettingsForm }) => (
    <SpeechForm form={form} column="speechToText" services={hearingServices} />
  ),
  check: checkSpeech('speechToText', hearingServices),
} as const satisfies Omit<SettingsSection, 'title'>;

/** The service that reads answers aloud. */
export const speakingSection = {
  id: 'textToSpeech',
  slices: [{ column: 'textToSpeech' }],
  Form: ({ form }: { form: SettingsForm }) => (
    <SpeechForm form={form} column="textToSpeech" services={speakingServices} />
  ),
  check: checkSpeech('textToSpeech', speakingServices),
} as const satisfies Omit<SettingsSection, 'title'>;
