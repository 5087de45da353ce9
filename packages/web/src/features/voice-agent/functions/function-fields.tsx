import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { pressDigitPauseMs } from '@tendril/contract/voice/voice-timing';
import type { ReactNode } from 'react';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { CalendarFields } from './calendar-fields.tsx';
import { CustomFields } from './custom-fields.tsx';
import styles from './function-form.module.css';
import { MsField } from './ms-field.tsx';
import { NameFields } from './name-fields.tsx';
import { ParametersEditor } from './parameters-editor.tsx';
import { TransferFields } from './transfer-fields.tsx';

interface FunctionFieldsProps {
  draft: VoiceFunction;
  edit: (changes: Partial<VoiceFunction>) => void;
  problemOf: (field: string) => string | undefined;
}

/** The fields of each kind of function. */
export function FunctionFields({ draft, edit, problemOf }: FunctionFieldsProps) {
  const t = useTexts(voiceFunctionTexts);
  const form = { edit, problemOf };
  const names = <NameFields form={{ ...form, draft }} />;
  const inForm = (fields: ReactNode) => (
    <div className={styles['fields']}>
      {names}
      {fields}
    </div>
  );
  switch (draft.type) {
    case 'end_call':
      return inForm(null);
    case 'transfer_call':
      return inForm(<TransferFields form={{ ...form, draft }} />);
    case 'check_availability_cal':
    case 'book_appointment_cal':
      return inForm(<CalendarFields form={{ ...form, draft }} />);
    case 'press_digit':
      return inForm(
        <MsField
          label={t('pause')}
          hint={t('pauseHint', { ms: pressDigitPauseMs })}
          value={draft.delayMs}
          min={0}
          max={5000}
          step={100}
          onChange={(delayMs) => edit({ delayMs })}
        />,
      );
    case 'custom':
      return (
        <div className={styles['split']}>
          {inForm(<CustomFields form={{ ...form, draft }} />)}
          <ParametersEditor text={draft.parameters} onChange={(parameters) => edit({ parameters })} />
        </div>
      );
  }
}
