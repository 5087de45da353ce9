import { useId } from 'react';
import { ComboField } from '../../kit/params/combo-field.tsx';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';

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
