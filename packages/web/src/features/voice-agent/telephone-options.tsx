import { useId } from 'react';
import { TimezoneField } from '../../kit/params/timezone-field.tsx';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { KeypadOptions } from './keypad-options.tsx';
import styles from './telephone-options.module.css';
import type { CallForm } from './use-call-form.ts';

/** What only calls by telephone show: menus that answer, keys, and whose clock the agent goes by. */
export function TelephoneOptions({ form }: { form: CallForm }) {
  const t = useTexts(voiceSettingsTexts);
  const id = useId();
  const { values, edit } = form;
  return (
    <section className={styles['telephone']} aria-labelledby={id}>
      <h3 id={id}>{t('telephone')}</h3>
      <SwitchField
        label={t('menus')}
        hint={t('menusHint')}
        isOn={values.ivrOption !== null}
        onChange={(isOn) => edit({ ivrOption: isOn ? { action: 'hangup' } : null })}
      />
      <SwitchField
        label={t('keypad')}
        hint={t('keypadHint')}
        isOn={values.allowUserDtmf}
        onChange={(allowUserDtmf) => edit({ allowUserDtmf })}
      />
      {values.allowUserDtmf && (
        <KeypadOptions
          value={values.userDtmfOptions}
          saved={form.saved.userDtmfOptions}
          onChange={(userDtmfOptions) => edit({ userDtmfOptions })}
        />
      )}
      <Field isDense label={t('timezone')} hint={t('timezoneHint', { current: '{{current_time}}' })}>
        <TimezoneField value={values.timezone} onChange={(timezone) => edit({ timezone })} />
      </Field>
    </section>
  );
}
