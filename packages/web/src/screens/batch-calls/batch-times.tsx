import { OpenHoursRows } from '../../features/phone/open-hours-rows.tsx';
import { TimezoneField } from '../../kit/params/timezone-field.tsx';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './batch-calls.module.css';
import { type NewBatch, usualWindows } from './new-batch.ts';

interface BatchTimesProps {
  batch: NewBatch;
  onChange: (changes: Partial<NewBatch>) => void;
}

/** When a batch begins, and at which times it may call. */
export function BatchTimes({ batch, onChange }: BatchTimesProps) {
  const t = useTexts(batchCallsTexts);
  return (
    <>
      <div className={styles['pair']}>
        <TextField
          label={t('beginsAt')}
          type="datetime-local"
          hint={batch.beginsAt === '' ? t('whenNow') : undefined}
          value={batch.beginsAt}
          onChange={(event) => onChange({ beginsAt: event.target.value })}
        />
        <Field label={t('usualTimezone')}>
          <TimezoneField value={batch.timezone} onChange={(timezone) => onChange({ timezone })} />
        </Field>
      </div>
      <SwitchField
        label={t('windows')}
        hint={t('windowsHelp')}
        isOn={batch.windows !== null}
        onChange={(isOn) => onChange({ windows: isOn ? usualWindows : null })}
      />
      {batch.windows && <OpenHoursRows rows={batch.windows} onChange={(windows) => onChange({ windows })} />}
    </>
  );
}
