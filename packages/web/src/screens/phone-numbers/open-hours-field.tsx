import { isOpenAt, type OpenHours, openHours } from '@tendril/contract/voice/open-hours';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { hoursWords, placeOf } from '../../features/phone/hours-words.ts';
import styles from '../../features/phone/open-hours.module.css';
import { OpenHoursRows } from '../../features/phone/open-hours-rows.tsx';
import { TimezoneField } from '../../kit/params/timezone-field.tsx';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';

interface OpenHoursFieldProps {
  value: OpenHours | null;
  onChange: (hours: OpenHours | null) => void;
}

const usual: OpenHours['rows'] = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00' }];

/** When agents answer, in one line; a click opens the days and times. */
export function OpenHoursField({ value, onChange }: OpenHoursFieldProps) {
  const t = useTexts(phoneNumberTexts);
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const words = value ? hoursWords(value) : t('alwaysOpen');
  const set = () => onChange({ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, rows: usual });
  return (
    <div className={styles['field']}>
      <button
        type="button"
        className={styles['line']}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={t('editHours', {
          hours: [words, value && placeOf(value.timezone)].filter(Boolean).join(' '),
        })}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{words}</span> {value && <small>{placeOf(value.timezone)}</small>}
        <ChevronDown size={16} data-open={isOpen || undefined} />
      </button>
      <div id={panelId} className={styles['panel']} hidden={!isOpen}>
        {isOpen && value && (
          <>
            <TimezoneField value={value.timezone} onChange={(timezone) => onChange({ ...value, timezone })} />
            <OpenHoursRows rows={value.rows} onChange={(rows) => onChange({ ...value, rows })} />
            <div className={styles['foot']}>
              <OpenNow hours={value} />
              <Button size="small" look="quiet" onClick={() => onChange(null)}>
                {t('dropHours')}
              </Button>
            </div>
          </>
        )}
        {isOpen && !value && (
          <Button size="small" onClick={set}>
            {t('setHours')}
          </Button>
        )}
      </div>
    </div>
  );
}

function OpenNow({ hours }: { hours: OpenHours }) {
  const t = useTexts(phoneNumberTexts);
  // What is being typed may be no time yet.
  const parsed = openHours.safeParse(hours);
  if (!parsed.success) return <span />;
  return (
    <span className={styles['now']}>{t(isOpenAt(parsed.data, Date.now()) ? 'openNow' : 'closedNow')}</span>
  );
}
