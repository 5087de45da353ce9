import type { AgentChoice } from '@tendril/contract/voice/phone-number';
import { useId, useState } from 'react';
import { AgentField } from '../../features/phone/agent-field.tsx';
import { useCreateNumber } from '../../features/phone/numbers.queries.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { phoneAddTexts } from '../../kit/texts/en/phone-add.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './add-dialogs.module.css';

export interface AddDialogProps {
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** Adds a line that rings in browsers only. */
export function BrowserLineDialog({ onClose, onAdded }: AddDialogProps) {
  const t = useTexts(phoneAddTexts);
  const agentId = useId();
  const [name, setName] = useState(t('browserName'));
  const [choice, setChoice] = useState<AgentChoice | null>(null);
  const create = useCreateNumber();
  const add = () => {
    const nickname = name.trim() || t('browserName');
    const body = {
      provider: 'browser' as const,
      phoneNumber: '',
      nickname,
      ...(choice && { inboundAgents: [{ ...choice, weight: 1 }] }),
    };
    create.mutate(body, {
      onSuccess: ({ id }) => {
        notify(t('added', { number: nickname }), 'success');
        onAdded(id);
      },
    });
  };
  return (
    <FormDialog
      title={t('browserTitle')}
      onClose={onClose}
      onSubmit={add}
      isBusy={create.isPending}
      submitLabel={t('create')}
    >
      <p className={styles['help']}>{t('browserHelp')}</p>
      <TextField label={t('name')} value={name} onChange={(event) => setName(event.target.value)} />
      <Field label={t('agent')} htmlFor={agentId}>
        <AgentField
          id={agentId}
          label={t('agent')}
          value={choice}
          emptyLabel={t('agentLater')}
          onChange={setChoice}
        />
      </Field>
      {create.error && (
        <p role="alert" className={styles['error']}>
          {toMessage(create.error)}
        </p>
      )}
    </FormDialog>
  );
}
