import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import styles from './batch-calls.module.css';
import { useStopBatch } from './batch-calls.queries.ts';

/** Ends a batch call for good, with its calls in progress or without. */
export function StopDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(batchCallsTexts);
  const [endsCalls, setEndsCalls] = useState(false);
  const stop = useStopBatch(id);
  return (
    <FormDialog
      title={t('stopTitle')}
      submitLabel={t('stop')}
      isBusy={stop.isPending}
      problem={stop.error && toMessage(stop.error)}
      onClose={onClose}
      onSubmit={() => stop.mutate(endsCalls, { onSuccess: onClose })}
    >
      <p className={styles['help']}>{t('stopText')}</p>
      <SwitchField label={t('stopEndsCalls')} isOn={endsCalls} onChange={setEndsCalls} />
    </FormDialog>
  );
}
