import { readDays } from '@tendril/contract/node/list-value';
import type { EditorProps } from './param-props.ts';
import styles from './params.module.css';

// 4 January 1970 was a Sunday.
const firstSunday = 4;

function weekDay(day: number): { text: string; name: string } {
  const date = new Date(Date.UTC(1970, 0, firstSunday + day));
  const format = (weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(undefined, { weekday, timeZone: 'UTC' }).format(date);
  return { text: format('short'), name: format('long') };
}

const kinds = {
  weekDaysPicker: { days: Array.from({ length: 7 }, (_, day) => day), words: weekDay },
  monthDaysPicker: {
    days: Array.from({ length: 31 }, (_, day) => day + 1),
    words: (day: number) => ({ text: String(day), name: String(day) }),
  },
} as const;

/** Days of the week or of the month, kept as numbers with commas; Sunday is 0. */
export function DaysInput({ fieldId, input, value, onChange }: EditorProps) {
  const { days, words } = kinds[input.type === 'weekDaysPicker' ? 'weekDaysPicker' : 'monthDaysPicker'];
  const chosen = new Set(readDays(value));
  const toggle = (day: number) =>
    onChange([...chosen.symmetricDifference(new Set([day]))].sort((one, other) => one - other).join(','));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div id={fieldId} role="group" aria-labelledby={`${fieldId}-label`} className={styles['days']}>
      {days.map((day) => {
        const { text, name } = words(day);
        return (
          <button
            key={day}
            type="button"
            aria-pressed={chosen.has(day)}
            aria-label={name}
            onClick={() => toggle(day)}
          >
            {text}
          </button>
        );
      })}
    </div>
  );
}
