import { countryCodes } from '@tendril/contract/voice/country-codes';
import { Plus, X } from 'lucide-react';
import { countryName } from '../../features/phone/country-name.ts';
import { Flag } from '../../features/phone/flag.tsx';
import { useKeptFocus } from '../../kit/lib/use-kept-focus.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './countries-field.module.css';

const named = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((one, other) => one.name.localeCompare(other.name));

interface CountriesFieldProps {
  label: string;
  /** Empty: every country. */
  value: readonly string[];
  onChange: (codes: string[]) => void;
}

/** Which countries a number may be called from, or may call. */
export function CountriesField({ label, value, onChange }: CountriesFieldProps) {
  const t = useTexts(phoneNumberTexts);
  const list = useKeptFocus<HTMLDivElement>(value.length);
  return (
    <div ref={list} tabIndex={-1} className={styles['list']}>
      {value.length === 0 && <span className={styles['every']}>{t('everyCountry')}</span>}
      {value.map((code) => (
        <span key={code} className={styles['country']}>
          <Flag country={code} />
          {countryName(code)}
          <button
            type="button"
            aria-label={t('removeCountry', { country: countryName(code) })}
            onClick={() => onChange(value.filter((one) => one !== code))}
          >
            <X size={14} />
          </button>
        </span>
      ))}
      <span className={styles['add']}>
        <Plus size={14} aria-hidden />
        <select
          aria-label={t('addCountryTo', { label })}
          value=""
          onChange={(event) => onChange([...value, event.target.value])}
        >
          <option value="">{t('addCountry')}</option>
          {named
            .filter(({ code }) => !value.includes(code))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </select>
      </span>
    </div>
  );
}
