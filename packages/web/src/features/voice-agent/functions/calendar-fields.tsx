import { storedValueMask } from '@tendril/contract/api/credentials';
import { useId, useState } from 'react';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import type { FunctionForm } from './function-form.ts';

const mostKeyLetters = 500;
const mostLetters = 100;

/** Key, event type and timezone of a calendar. */
export function CalendarFields({
  form,
}: {
  form: FunctionForm<'check_availability_cal' | 'book_appointment_cal'>;
}) {
  const t = useTexts(voiceFunctionTexts);
  const zonesId = useId();
  const { draft, edit, problemOf } = form;
  return (
    <>
      <KeyField form={form} />
      <TextField
        label={t('eventTypeId')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={mostLetters}
        placeholder="60444"
        value={draft.eventTypeId}
        onChange={(event) => edit({ eventTypeId: event.target.value })}
        error={problemOf('eventTypeId')}
        hint={t('eventTypeHint')}
      />
      <TextField
        label={t('timezone')}
        list={zonesId}
        autoComplete="off"
        spellCheck={false}
        maxLength={mostLetters}
        placeholder="America/Chicago"
        value={draft.timezone}
        onChange={(event) => edit({ timezone: event.target.value })}
        error={problemOf('timezone')}
        hint={t('timezoneHint')}
      />
      <datalist id={zonesId}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

/** A stored key is never shown; what is typed replaces it, and an empty field keeps it. */
function KeyField({ form }: { form: FunctionForm<'check_availability_cal' | 'book_appointment_cal'> }) {
  const t = useTexts(voiceFunctionTexts);
  const { draft, edit, problemOf } = form;
  const [isStored] = useState(draft.calApiKey === storedValueMask);
  return (
    <TextField
      label={t('calApiKey')}
      type="password"
      autoComplete="new-password"
      maxLength={mostKeyLetters}
      placeholder={isStored ? storedValueMask : 'cal_live_…'}
      value={draft.calApiKey === storedValueMask ? '' : draft.calApiKey}
      onChange={(event) =>
        edit({ calApiKey: event.target.value === '' && isStored ? storedValueMask : event.target.value })
      }
      error={problemOf('calApiKey')}
      hint={t(isStored ? 'keyStored' : 'keyHint')}
    />
  );
}
