import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { AreaField } from '../fields/area-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { TextList } from '../fields/text-list.tsx';
import {
  type FieldProblems,
  objectOf,
  type SettingsForm,
  type SettingsSection,
  textOf,
} from '../settings-form.ts';
import { OverrideFields } from './override-fields.tsx';
import styles from './sections.module.css';

const ratePath = 'apiConfig.rateLimit';
const domainsPath = 'chatbotConfig.allowedOrigins';
// A host with or without scheme and port; the way the server compares them.
const domain = /^(https?:\/\/)?(\[[0-9a-f:]+\]|[\p{L}\p{N}.-]+)(:\d{1,5})?\/?$/iu;

function checkSecurity({ apiConfig, chatbotConfig }: Parameters<NonNullable<SettingsSection['check']>>[0]) {
  return { ...rateProblems(apiConfig.rateLimit), ...domainProblems(chatbotConfig.allowedOrigins ?? []) };
}

function rateProblems(stored: unknown): FieldProblems {
  const rate = objectOf(stored);
  if (rate['status'] !== true) return {};
  const problems: Record<string, string> = {};
  for (const key of ['limitMax', 'limitDuration'] as const) {
    if (!/^[1-9]\d{0,8}$/.test(textOf(rate[key]).trim())) {
      problems[`${ratePath}.${key}`] = say(settingsTexts, 'wholeNumber', { field: say(settingsTexts, key) });
    }
  }
  if (textOf(rate['limitMsg']).trim() === '') {
    problems[`${ratePath}.limitMsg`] = say(settingsTexts, 'required', {
      field: say(settingsTexts, 'limitMsg'),
    });
  }
  return problems;
}

function domainProblems(domains: readonly string[]): FieldProblems {
  const seen = new Set<string>();
  const problems: Record<string, string> = {};
  for (const [index, entry] of domains.entries()) {
    const value = entry.trim();
    const path = `${domainsPath}.${index}`;
    if (value === '')
      problems[path] = say(settingsTexts, 'required', { field: say(settingsTexts, 'domain') });
    else if (!domain.test(value)) problems[path] = say(settingsTexts, 'notAnOrigin', { value });
    else if (seen.has(value)) problems[path] = say(settingsTexts, 'twice', { value });
    seen.add(value);
  }
  return problems;
}

function RateFields({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const rate = objectOf(form.settings.apiConfig.rateLimit);
  const isOn = rate['status'] === true;
  const set = (changes: Record<string, unknown>) =>
    form.set('apiConfig', { rateLimit: { ...rate, ...changes } });
  const switchTo = (status: boolean) =>
    set({ status, ...(status && !rate['limitMsg'] && { limitMsg: t('limitMsgDefault') }) });
  return (
    <section className={styles['group']} aria-labelledby="settings-rate">
      <h4 id="settings-rate">{t('rateTitle')}</h4>
      <SwitchField label={t('rateSwitch')} isOn={isOn} onChange={switchTo} />
      {isOn && (
        <>
          <div className={styles['pair']}>
            {(['limitMax', 'limitDuration'] as const).map((key) => (
              <TextField
                key={key}
                label={t(key)}
                inputMode="numeric"
                value={textOf(rate[key])}
                error={form.errorOf(`${ratePath}.${key}`)}
                onChange={({ target }) => set({ [key]: asNumber(target.value) })}
              />
            ))}
          </div>
          <AreaField
            label={t('limitMsg')}
            text={textOf(rate['limitMsg'])}
            maxLength={1000}
            error={form.errorOf(`${ratePath}.limitMsg`)}
            onChange={(limitMsg) => set({ limitMsg })}
          />
        </>
      )}
    </section>
  );
}

// Text that is not a number is kept as typed, so that the error can be shown.
const asNumber = (text: string) => (/^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : text);

function DomainFields({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const { allowedOrigins = [], allowedOriginsError = '' } = form.settings.chatbotConfig;
  return (
    <section className={styles['group']} aria-labelledby="settings-domains">
      <h4 id="settings-domains">{t('domainsTitle')}</h4>
      <p className={styles['help']}>{t('domainsHelp')}</p>
      <TextList
        label={t('domain')}
        texts={allowedOrigins}
        placeholder="https://example.com"
        maxLength={500}
        emptyText=""
        errorOf={(index) => form.errorOf(`${domainsPath}.${index}`)}
        onChange={(list) => form.set('chatbotConfig', { allowedOrigins: list.length > 0 ? list : undefined })}
      />
      {allowedOrigins.length > 0 && (
        <TextField
          label={t('domainsError')}
          value={allowedOriginsError}
          maxLength={1000}
          onChange={({ target }) => form.set('chatbotConfig', { allowedOriginsError: target.value })}
        />
      )}
    </section>
  );
}

function SecurityForm({ form }: { form: SettingsForm }) {
  return (
    <>
      <RateFields form={form} />
      <DomainFields form={form} />
      <OverrideFields form={form} />
    </>
  );
}

/** Rate limit, allowed domains and what calls may override. */
export const securitySection = {
  id: 'security',
  slices: [
    { column: 'apiConfig' },
    { column: 'chatbotConfig', keys: ['allowedOrigins', 'allowedOriginsError'] },
  ],
  Form: SecurityForm,
  check: checkSecurity,
} as const satisfies Omit<SettingsSection, 'title'>;
