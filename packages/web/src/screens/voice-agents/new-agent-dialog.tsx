import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { enqueueSnackbar, notify } from '../../kit/state/notifier-store.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import type { AgentStart } from './agent-start.ts';
import { FlowChoice } from './flow-choice.tsx';
import styles from './new-agent-dialog.module.css';
import { StartCards, type StartChoice } from './start-cards.tsx';
import { useCreateAgent } from './voice-agents.queries.ts';

interface NewAgentDialogProps {
  onMade: (id: string) => void;
  onClose: () => void;
}

const mostNameLetters = 200;

/** Asks for a name and what to start from: nothing, a prompt of ours or a flow. */
export function NewAgentDialog({ onMade, onClose }: NewAgentDialogProps) {
  const t = useTexts(voiceAgentsTexts);
  const form = useNewAgent(onMade, onClose);
  return (
    <Dialog
      isOpen
      title={t('newTitle')}
      width={600}
      isBusy={form.isBusy}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {t('create')}
          </Button>
        </>
      }
    >
      {form.problem && (
        <p role="alert" className={styles['problem']}>
          {form.problem}
        </p>
      )}
      <TextField
        autoFocus
        aria-required
        label={t('name')}
        autoComplete="off"
        placeholder={t('namePlaceholder')}
        maxLength={mostNameLetters}
        value={form.name}
        onChange={(event) => form.setName(event.target.value)}
        error={form.nameProblem}
      />
      <StartCards choice={form.choice} onChange={form.setChoice} />
      {form.choice === 'flow' && (
        <FlowChoice flowId={form.flowId} onChange={form.setFlowId} error={form.flowProblem} />
      )}
    </Dialog>
  );
}

function useNewAgent(onMade: (id: string) => void, onClose: () => void) {
  const t = useTexts(voiceAgentsTexts);
  const [name, setName] = useState('');
  const [choice, setChoice] = useState<StartChoice>('blank');
  const [flowId, setFlowId] = useState('');
  const [isAsked, setAsked] = useState(false);
  const create = useCreateAgent();
  const isNameMissing = name.trim() === '';
  const isFlowMissing = choice === 'flow' && flowId === '';
  const submit = () => {
    setAsked(true);
    if (isNameMissing || isFlowMissing || create.isPending) return;
    create.mutate(
      { name: name.trim(), start: startOf(choice, flowId) },
      {
        onSuccess: ({ agent, failure }) => {
          const named = { name: agent.agentName };
          if (failure === undefined) notify(t('created', named), 'success');
          else
            enqueueSnackbar(t('createdPartly', { ...named, reason: toMessage(failure) }), {
              variant: 'error',
              persist: true,
            });
          onClose();
          onMade(agent.id);
        },
      },
    );
  };
  return {
    name,
    setName,
    choice,
    setChoice,
    flowId,
    setFlowId,
    nameProblem: isAsked && isNameMissing ? t('nameNeeded') : undefined,
    flowProblem: isAsked && isFlowMissing ? t('flowNeeded') : undefined,
    isBusy: create.isPending,
    problem: create.error ? toMessage(create.error) : '',
    submit,
  };
}

function startOf(choice: StartChoice, flowId: string): AgentStart {
  if (choice === 'blank') return { kind: 'blank' };
  return choice === 'flow' ? { kind: 'flow', flowId } : { kind: 'starter', starter: choice };
}
