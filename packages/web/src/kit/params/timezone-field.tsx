import { useId } from 'react';
import { phoneNumberTexts } from '../texts/en/phone-numbers.ts';
import { useTexts } from '../texts/texts.ts';
import { ComboField } from './combo-field.tsx';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => ({
  name,
  label: name.replaceAll('_', ' '),
}));

/** Chooses whose clock counts. */
export function TimezoneField({ value, onChange }: { value: string; onChange: (timezone: string) => void }) {
  const t = useTexts(phoneNumberTexts);
  const id = useId();
  return (
    <ComboField
      id={id}
      label={t('timezone')}
      value={value}
      options={zones}
      placeholder={t('timezone')}
      emptyText={t('noTimezone')}
      takesOwnText={false}
      onChange={(name) => name !== '' && onChange(name)}
    />
  );
}
