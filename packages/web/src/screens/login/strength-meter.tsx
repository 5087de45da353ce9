import { fewestPasswordCharacters } from '@tendril/contract/password-rule';
import { Check, Minus } from 'lucide-react';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { passwordStrength } from './password-strength.ts';
import styles from './strength-meter.module.css';

const bars = [1, 2, 3, 4] as const;

/** Four bars, a word, and whether the password is long enough to stop worrying. */
export function StrengthMeter({ password }: { password: string }) {
  const t = useTexts(loginTexts);
  const strength = passwordStrength(password);
  const isLong = [...password].length >= fewestPasswordCharacters;
  return (
    <div className={styles['meter']} data-bars={strength.bars}>
      <div className={styles['bars']} aria-hidden="true">
        {bars.map((bar) => (
          <span key={bar} data-on={bar <= strength.bars || undefined} />
        ))}
      </div>
      <div className={styles['words']}>
        <span className={isLong ? styles['done'] : styles['open']}>
          {isLong ? <Check size={16} /> : <Minus size={16} />}
          {t('longEnough', { count: fewestPasswordCharacters })}
        </span>
        <span>{strength.word && t(strength.word)}</span>
      </div>
    </div>
  );
}
