import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { enqueueSnackbar, notify } from '../../kit/state/notifier-store.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import type { AgentStart } from './agent-start.ts';
import { FlowChoice } from './flow-choice.tsx';
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
    <FormDialog
      title={t('newTitle')}
      width={600}
      isBusy={form.isBusy}
      onClose={onClose}
      onSubmit={form.submit}
      submitLabel={t('create')}
      problem={form.problem}
    >
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
    </FormDialog>
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
