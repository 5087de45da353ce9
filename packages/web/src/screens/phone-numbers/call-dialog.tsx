import { useMutation, useQuery } from '@tanstack/react-query';
import { createPhoneCall } from '@tendril/contract/api/phone-calls';
import { useId, useState } from 'react';
import { voiceAgentsQuery } from '../../features/voice-agent/agent.queries.ts';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { SelectField } from '../../kit/params/select-field.tsx';
import { phoneCallTexts } from '../../kit/texts/en/phone-call.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { TextBox } from '../../kit/ui/text-box.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { readVariableLines } from './read-variable-lines.ts';
import { RingingCall } from './ringing-call.tsx';
import styles from './simulate-dialog.module.css';
import { sentenceAt } from './use-card.ts';

interface CallDialogProps {
  /** E.164. */
  from: string;
  /** As people write it. */
  number: string;
  onClose: () => void;
}

/** Places a call from a number, and shows where it stands. */
export function CallDialog({ from, number, onClose }: CallDialogProps) {
  const t = useTexts(phoneCallTexts);
  const agentField = useId();
  const variablesField = useId();
  const { data: agents } = useQuery(voiceAgentsQuery);
  const [to, setTo] = useState('');
  const [agentId, setAgentId] = useState('');
  const [lines, setLines] = useState('');
  const place = useMutation({
    mutationFn: () =>
      call(createPhoneCall, {
        body: {
          fromNumber: from,
          toNumber: to.replaceAll(/[\s().-]/g, ''),
          ...(agentId !== '' && { agentId }),
          variables: readVariableLines(lines),
        },
      }),
  });
  const toError = sentenceAt(place.error, 'toNumber');
  const placed = place.data?.data;
  return (
    <Dialog
      isOpen
      title={t('title', { number })}
      width={560}
      onClose={onClose}
      onSubmit={() => place.mutate()}
      actions={
        <Button look="primary" type="submit" isBusy={place.isPending}>
          {t(placed ? 'again' : 'start')}
        </Button>
      }
    >
      <TextField
        label={t('to')}
        hint={t('toHelp')}
        inputMode="tel"
        value={to}
        error={toError}
        onChange={(event) => setTo(event.target.value)}
      />
      <Field label={t('agent')} htmlFor={agentField}>
        <SelectField
          id={agentField}
          value={agentId}
          options={(agents ?? []).map((one) => ({ name: one.id, label: one.agentName }))}
          emptyLabel={t('usualAgent')}
          canBeEmpty
          onChange={setAgentId}
        />
      </Field>
      <Field label={t('variables')} htmlFor={variablesField} hint={t('variablesHelp')}>
        <TextBox
          id={variablesField}
          rows={3}
          value={lines}
          onChange={(event) => setLines(event.target.value)}
        />
      </Field>
      {place.error && !toError && (
        <p role="alert" className={styles['error']}>
          {toMessage(place.error)}
        </p>
      )}
      {placed && <RingingCall key={placed.id} callId={placed.id} />}
    </Dialog>
  );
}
