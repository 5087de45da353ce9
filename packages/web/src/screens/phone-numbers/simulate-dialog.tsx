import { useMutation } from '@tanstack/react-query';
import { simulateInbound } from '@tendril/contract/api/phone-number-checks';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { fullYear } from '../../kit/lib/full-year.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { phoneCheckTexts } from '../../kit/texts/en/phone-checks.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { Decision } from './decision.tsx';
import styles from './simulate-dialog.module.css';
import { sentenceAt } from './use-card.ts';

interface SimulateDialogProps {
  numberId: string;
  /** As people write it. */
  number: string;
  onClose: () => void;
}

const madeUpCaller = '+12025550123';

/** Shows where a simulated call would go, and offers to talk to the agent that answers. */
export function SimulateDialog({ numberId, number, onClose }: SimulateDialogProps) {
  const t = useTexts(phoneCheckTexts);
  const [caller, setCaller] = useState(madeUpCaller);
  const [isHidden, setHidden] = useState(false);
  const [at, setAt] = useState('');
  const decide = useMutation({
    mutationFn: () => {
      const fromNumber = isHidden ? '' : caller.replaceAll(/[\s().-]/g, '');
      const body = { fromNumber, ...(at !== '' && { at: new Date(at).getTime() }) };
      return call(simulateInbound, { params: { id: numberId }, body });
    },
  });
  const callerError = sentenceAt(decide.error, 'fromNumber');
  return (
    <Dialog
      isOpen
      title={t('simulateTitle')}
      width={620}
      onClose={onClose}
      onSubmit={() => decide.mutate()}
      actions={
        <Button look="primary" type="submit" isBusy={decide.isPending}>
          {t(decide.data ? 'decideAgain' : 'decide')}
        </Button>
      }
    >
      <p className={styles['help']}>{t('simulateHelp', { number })}</p>
      <div className={styles['form']}>
        <TextField
          label={t('caller')}
          hint={t('callerHelp')}
          inputMode="tel"
          value={isHidden ? '' : caller}
          disabled={isHidden}
          error={callerError}
          onChange={(event) => setCaller(event.target.value)}
        />
        <TextField
          label={t('at')}
          type="datetime-local"
          hint={at === '' ? t('now') : undefined}
          value={at}
          onChange={(event) => setAt(event.target.value)}
          onBlur={(event) => setAt(fullYear(event.target.value))}
        />
      </div>
      <label className={styles['check']}>
        <input type="checkbox" checked={isHidden} onChange={(event) => setHidden(event.target.checked)} />
        {t('hideNumber')}
      </label>
      {decide.error && !callerError && (
        <p role="alert" className={styles['error']}>
          {toMessage(decide.error)}
        </p>
      )}
      {decide.data && (
        <Decision
          key={decide.submittedAt}
          decision={decide.data.data}
          metadata={{ phoneNumberId: numberId, simulatedFrom: isHidden ? '' : caller }}
        />
      )}
    </Dialog>
  );
}
