import { type OpenRow, type Weekday, weekdays } from '@tendril/contract/voice/open-hours';
import { Plus, X } from 'lucide-react';
import { useKeptFocus } from '../../kit/lib/use-kept-focus.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './open-hours.module.css';

const weekend: OpenRow = { days: ['sat', 'sun'], from: '09:00', to: '13:00' };
const midnight = '24:00';

/** Days and times; each row by itself. */
export function OpenHoursRows({
  rows,
  onChange,
}: {
  rows: readonly OpenRow[];
  onChange: (rows: OpenRow[]) => void;
}) {
  const t = useTexts(phoneNumberTexts);
  const list = useKeptFocus<HTMLDivElement>(rows.length);
  const put = (index: number, row: OpenRow) => onChange(rows.map((one, at) => (at === index ? row : one)));
  return (
    <div ref={list} tabIndex={-1} className={styles['rows']}>
      {rows.map((row, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
          key={index}
          className={styles['row']}
        >
          <legend className="visually-hidden">{t('hoursOn', { number: index + 1 })}</legend>
          <Days days={row.days} onChange={(days) => put(index, { ...row, days })} />
          <Times row={row} onChange={(changed) => put(index, changed)} />
          {rows.length > 1 && (
            <IconButton
              label={t('removeHours')}
              size="small"
              onClick={() => onChange(rows.filter((_one, at) => at !== index))}
            >
              <X size={16} />
            </IconButton>
          )}
        </fieldset>
      ))}
      <div>
        <Button
          size="small"
          look="quiet"
          icon={<Plus size={16} />}
          onClick={() => onChange([...rows, weekend])}
        >
          {t('addHours')}
        </Button>
      </div>
    </div>
  );
}

function Days({ days, onChange }: { days: readonly Weekday[]; onChange: (days: Weekday[]) => void }) {
  const t = useTexts(phoneNumberTexts);
  const toggle = (day: Weekday) =>
    onChange(weekdays.filter((one) => (one === day ? !days.includes(one) : days.includes(one))));
  return (
    <span className={styles['days']}>
      {weekdays.map((day) => (
        <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => toggle(day)}>
          {t(day)}
        </button>
      ))}
    </span>
  );
}

function Times({ row, onChange }: { row: OpenRow; onChange: (row: OpenRow) => void }) {
  const t = useTexts(phoneNumberTexts);
  // A browser's field for times knows no 24:00: the end of the day is its 00:00.
  const shownEnd = row.to === midnight ? '00:00' : row.to;
  const isNextDay = row.to !== midnight && row.to < row.from;
  return (
    <span className={styles['times']}>
      <input
        type="time"
        aria-label={t('from')}
        value={row.from}
        onChange={({ target: { value } }) => value !== '' && onChange({ ...row, from: value })}
      />
      <span aria-hidden>–</span>
      <input
        type="time"
        aria-label={t('to')}
        value={shownEnd}
        onChange={({ target: { value } }) =>
          value !== '' && onChange({ ...row, to: value === '00:00' ? midnight : value })
        }
      />
      {isNextDay && <small>{t('nextDay')}</small>}
    </span>
  );
}
