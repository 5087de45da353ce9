import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { numbersQuery } from '../../features/phone/numbers.queries.ts';
import { voiceAgentsQuery } from '../../features/voice-agent/agent.queries.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { SelectField } from '../../kit/params/select-field.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './batch-calls.module.css';
import { consentQuery, useCreateBatch } from './batch-calls.queries.ts';
import { BatchLimits } from './batch-limits.tsx';
import { BatchTimes } from './batch-times.tsx';
import { ContactFileField } from './contact-file-field.tsx';
import { emptyBatch, missingOf, type NewBatch, toRequest } from './new-batch.ts';

interface NewBatchDialogProps {
  onClose: () => void;
  /** Opens the statement of consent, which has to be made first. */
  onConsent: () => void;
  onCreated: (id: string) => void;
}

/** Makes a batch call out of a file. */
export function NewBatchDialog({ onClose, onConsent, onCreated }: NewBatchDialogProps) {
  const t = useTexts(batchCallsTexts);
  const { data: consent } = useQuery(consentQuery);
  const [batch, setBatch] = useState(emptyBatch);
  const [isTried, setTried] = useState(false);
  const create = useCreateBatch();
  const change = (changes: Partial<NewBatch>) => setBatch((before) => ({ ...before, ...changes }));
  const missing = missingOf(batch);
  const submit = () => {
    setTried(true);
    if (missing || consent === null) return;
    create.mutate(toRequest(batch), {
      onSuccess: ({ id, name }) => {
        notify(t('created', { name }), 'success');
        onCreated(id);
      },
    });
  };
  return (
    <FormDialog
      title={t('newTitle')}
      submitLabel={t(batch.beginsAt === '' ? 'start' : 'schedule')}
      isBusy={create.isPending}
      problem={(isTried && missing && t(missing)) || (create.error && toMessage(create.error))}
      width={640}
      onClose={onClose}
      onSubmit={submit}
    >
      {consent === null && (
        <p className={styles['notice']} role="status">
          {t('consentNeeded')}{' '}
          <Button size="small" onClick={onConsent}>
            {t('stateConsent')}
          </Button>
        </p>
      )}
      <TextField
        label={t('name')}
        maxLength={200}
        value={batch.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Callers batch={batch} onChange={change} />
      <ContactFileField batch={batch} onChange={change} />
      <BatchTimes batch={batch} onChange={change} />
      <BatchLimits batch={batch} onChange={change} />
      <SwitchField
        label={t('confirmConsent')}
        hint={t('confirmConsentHelp')}
        isOn={batch.hasConsent}
        onChange={(hasConsent) => change({ hasConsent })}
      />
    </FormDialog>
  );
}

interface PartProps {
  batch: NewBatch;
  onChange: (changes: Partial<NewBatch>) => void;
}

/** The number that calls, and the agent that speaks. */
function Callers({ batch, onChange }: PartProps) {
  const t = useTexts(batchCallsTexts);
  const numberField = useId();
  const agentField = useId();
  const { data: numbers } = useQuery(numbersQuery);
  const { data: agents } = useQuery(voiceAgentsQuery);
  const own = (numbers ?? []).filter(
    ({ phoneNumber, provider }) =>
      phoneNumber !== '' && provider !== 'browser' && typeof provider === 'string',
  );
  return (
    <div className={styles['pair']}>
      <Field
        label={t('fromNumber')}
        htmlFor={numberField}
        hint={numbers && own.length === 0 ? t('noNumbers') : undefined}
      >
        <SelectField
          id={numberField}
          value={batch.fromNumber}
          options={own.map(({ phoneNumber, nickname }) => ({
            name: phoneNumber,
            label:
              typeof nickname === 'string' && nickname !== '' ? `${nickname} · ${phoneNumber}` : phoneNumber,
          }))}
          emptyLabel={t('chooseNumber')}
          canBeEmpty={false}
          onChange={(fromNumber) => onChange({ fromNumber })}
        />
      </Field>
      <Field label={t('agent')} htmlFor={agentField}>
        <SelectField
          id={agentField}
          value={batch.agentId}
          options={(agents ?? []).map(({ id, agentName }) => ({ name: id, label: agentName }))}
          emptyLabel={t('usualAgent')}
          canBeEmpty
          onChange={(agentId) => onChange({ agentId })}
        />
      </Field>
    </div>
  );
}
