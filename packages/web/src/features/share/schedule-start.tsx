import type { FlowTriggers } from '@tendril/contract/api/flow-triggers';
import { SelectField } from '../../kit/params/select-field.tsx';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { flowStartTexts } from '../../kit/texts/en/flow-starts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { useFlowSchedule } from './flow-starts.queries.ts';
import styles from './share-dialog.module.css';
import { zonedText } from './zoned-text.ts';

interface ScheduleStartProps {
  flowId: string;
  schedule: NonNullable<FlowTriggers['schedule']>;
  isPublished: boolean;
}

/** The schedule of a flow: on or off, its rules, and its next times in its own time zone. */
export function ScheduleStart({ flowId, schedule, isPublished }: ScheduleStartProps) {
  const t = useTexts(flowStartTexts);
  const save = useFlowSchedule(flowId);
  const { cron, timezone, isOn, missed, overlap, problem, next } = schedule;
  const set = (changes: Parameters<typeof save.mutate>[0]) => save.mutate(changes, { onError: notifyError });
  return (
    <section className={styles['sample']} aria-label={t('schedule')}>
      {isPublished && (
        <SwitchField
          label={t('scheduleOn')}
          hint={t('scheduleIn', { cron, zone: timezone })}
          isOn={isOn}
          onChange={(value) => set({ isOn: value })}
        />
      )}
      {!isPublished && <p>{t('scheduleIn', { cron, zone: timezone })}</p>}
      {problem && <p role="alert">{problem}</p>}
      <h3>{t('next')}</h3>
      {!isOn && <p>{t(isPublished ? 'nextNone' : 'nextUnpublished')}</p>}
      {isOn && (
        <ol className={styles['times']}>
          {next.map((at) => (
            <li key={at}>{zonedText(at, timezone)}</li>
          ))}
        </ol>
      )}
      {isPublished && (
        <div className={styles['pair']}>
          <Field label={t('missed')}>
            <SelectField
              label={t('missed')}
              value={missed}
              options={[
                { name: 'once', label: t('missedOnce') },
                { name: 'skip', label: t('missedSkip') },
              ]}
              emptyLabel=""
              canBeEmpty={false}
              onChange={(value) => set({ missed: value === 'skip' ? 'skip' : 'once' })}
            />
          </Field>
          <Field label={t('overlap')}>
            <SelectField
              label={t('overlap')}
              value={overlap}
              options={[
                { name: 'skip', label: t('overlapSkip') },
                { name: 'queue', label: t('overlapQueue') },
              ]}
              emptyLabel=""
              canBeEmpty={false}
              onChange={(value) => set({ overlap: value === 'queue' ? 'queue' : 'skip' })}
            />
          </Field>
        </div>
      )}
    </section>
  );
}
