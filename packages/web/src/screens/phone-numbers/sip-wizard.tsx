import { useState } from 'react';
import { useCreateNumber } from '../../features/phone/numbers.queries.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { phoneAddTexts } from '../../kit/texts/en/phone-add.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './add-dialogs.module.css';
import type { AddDialogProps } from './browser-line-dialog.tsx';
import { CarrierSheet } from './carrier-sheet.tsx';
import { emptySip, type SipDraft, sipProblems } from './sip-draft.ts';
import { TrunkStep } from './trunk-step.tsx';
import { sentenceAt } from './use-card.ts';

const lastStep = 3;

/** Adds a number behind a SIP trunk: the number, the trunk, then what the carrier has to know. */
export function SipWizard({ onClose, onAdded }: AddDialogProps) {
  const t = useTexts(phoneAddTexts);
  const [draft, setDraft] = useState<SipDraft>(emptySip);
  const [step, setStep] = useState(1);
  const [isAsked, setAsked] = useState(false);
  const create = useCreateNumber();
  const problems = sipProblems(draft);
  const put = (changes: Partial<SipDraft>) => setDraft({ ...draft, ...changes });
  const goTo = (next: number) => {
    setAsked(false);
    setStep(next);
  };
  const isStepWrong = (step === 1 && problems.phoneNumber) || (step === 2 && problems.trunkUri);
  const add = () => {
    const { phoneNumber, nickname, ...connection } = draft;
    create.mutate(
      { phoneNumber, nickname: nickname.trim(), provider: 'sip', connection },
      {
        onSuccess: ({ id }) => {
          notify(t('added', { number: phoneNumber }), 'success');
          onAdded(id);
        },
        onError: (error) =>
          goTo(sentenceAt(error, 'connection') ? 2 : sentenceAt(error, 'phoneNumber') ? 1 : step),
      },
    );
  };
  const forward = () => {
    if (isStepWrong) setAsked(true);
    else if (step < lastStep) goTo(step + 1);
    else add();
  };
  const errorOf = (field: 'phoneNumber' | 'trunkUri', path: string) =>
    (isAsked ? problems[field] : undefined) ?? sentenceAt(create.error, path);
  const isElsewhere =
    create.error && !sentenceAt(create.error, 'phoneNumber') && !sentenceAt(create.error, 'connection');
  return (
    <Dialog
      isOpen
      title={t('sipTitle')}
      step={t('step', { step })}
      width={600}
      onClose={onClose}
      isBusy={create.isPending}
      onSubmit={forward}
      actions={
        <>
          <Button onClick={step === 1 ? onClose : () => goTo(step - 1)}>
            {t(step === 1 ? 'cancel' : 'back')}
          </Button>
          <Button look="primary" type="submit" isBusy={create.isPending}>
            {t(step < lastStep ? 'next' : 'addTrunk')}
          </Button>
        </>
      }
    >
      {step === 1 && (
        <>
          <TextField
            label={t('number')}
            autoFocus
            inputMode="tel"
            placeholder="+15125550142"
            hint={t('numberHelp')}
            value={draft.phoneNumber}
            error={errorOf('phoneNumber', 'phoneNumber')}
            onChange={(event) => put({ phoneNumber: event.target.value.replaceAll(/[\s().-]/g, '') })}
          />
          <TextField
            label={t('nickname')}
            value={draft.nickname}
            onChange={(event) => put({ nickname: event.target.value })}
          />
        </>
      )}
      {step === 2 && <TrunkStep draft={draft} error={errorOf('trunkUri', 'connection')} onChange={put} />}
      {step === lastStep && <CarrierSheet draft={draft} />}
      {isElsewhere && (
        <p role="alert" className={styles['error']}>
          {toMessage(create.error)}
        </p>
      )}
    </Dialog>
  );
}
