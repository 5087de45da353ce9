import type { CarrierNumber } from '@tendril/contract/api/phone-number-imports';
import { Flag } from '../../features/phone/flag.tsx';
import { phoneAddTexts } from '../../kit/texts/en/phone-add.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './carrier-number-list.module.css';

interface CarrierNumberListProps {
  numbers: readonly CarrierNumber[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** The numbers of an account to choose from; what is there already, or carries no speech, cannot be chosen. */
export function CarrierNumberList({ numbers, chosen, onChange }: CarrierNumberListProps) {
  const t = useTexts(phoneAddTexts);
  const free = numbers.filter(({ isPresent, hasVoice }) => !isPresent && hasVoice);
  const toggle = (phoneNumber: string) => {
    const next = new Set(chosen);
    if (!next.delete(phoneNumber)) next.add(phoneNumber);
    onChange(next);
  };
  const isAll = free.length > 0 && chosen.size === free.length;
  return (
    <div className={styles['list']}>
      <label className={styles['all']}>
        <input
          type="checkbox"
          checked={isAll}
          disabled={free.length === 0}
          onChange={() => onChange(new Set(isAll ? [] : free.map(({ phoneNumber }) => phoneNumber)))}
        />
        {t('selectAll')}
      </label>
      <ul>
        {numbers.map(({ phoneNumber, pretty, country, nickname, isPresent, hasVoice }) => (
          <li key={phoneNumber}>
            <label data-off={isPresent || !hasVoice || undefined}>
              <input
                type="checkbox"
                aria-label={t('selectNumber', { number: pretty })}
                checked={chosen.has(phoneNumber)}
                disabled={isPresent || !hasVoice}
                onChange={() => toggle(phoneNumber)}
              />
              <Flag country={country} />
              <span className={styles['number']}>{pretty}</span>
              <span className={styles['name']}>{nickname !== phoneNumber && nickname}</span>
              {(isPresent || !hasVoice) && <small>{t(isPresent ? 'present' : 'noVoice')}</small>}
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
