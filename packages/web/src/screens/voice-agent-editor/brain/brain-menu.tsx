import type { AgentBrain } from '@tendril/contract/voice/voice-agent';
import { Brain, ChevronDown, PlugZap, ScrollText, Workflow } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useUpdateAgentSettings } from '../../../features/voice-agent/agent.queries.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { voiceBrainTexts } from '../../../kit/texts/en/voice-brain.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu } from '../../../kit/ui/action-menu.tsx';
import styles from './brain.module.css';

const FlowPicker = lazy(() => import('./flow-picker.tsx').then((module) => ({ default: module.FlowPicker })));

interface BrainMenuProps {
  agentId: string;
  brain: AgentBrain;
}

const shortNames = { prompt: 'thisPrompt', flow: 'flowShort', 'custom-llm': 'customShort' } as const;

/** Who answers the caller: the prompt, a flow or pipeline, or a program of one's own. */
export function BrainMenu({ agentId, brain }: BrainMenuProps) {
  const t = useTexts(voiceBrainTexts);
  const save = useUpdateAgentSettings(agentId);
  const [isPicking, setPicking] = useState(false);
  const shown = save.isPending && save.variables.brain ? save.variables.brain : brain;
  const answer = (next: AgentBrain) => save.mutate({ brain: next }, { onError: notifyError });
  return (
    <>
      <ActionMenu
        label={t('brain')}
        align="start"
        actions={[
          {
            id: 'prompt',
            label: t('thisPrompt'),
            Icon: ScrollText,
            isChecked: shown.type === 'prompt',
            onSelect: () => shown.type !== 'prompt' && answer({ type: 'prompt' }),
          },
          {
            id: 'flow',
            label: t('flow'),
            Icon: Workflow,
            isChecked: shown.type === 'flow',
            onSelect: () => setPicking(true),
          },
          {
            id: 'custom-llm',
            label: t('custom'),
            Icon: PlugZap,
            isChecked: shown.type === 'custom-llm',
            onSelect: () => shown.type !== 'custom-llm' && answer({ type: 'custom-llm', url: '' }),
          },
        ]}
        renderButton={(props) => (
          <button
            {...props}
            type="button"
            className={styles['menu']}
            aria-label={t('brainIs', { brain: t(shortNames[shown.type]) })}
          >
            <Brain size={16} aria-hidden />
            {t(shortNames[shown.type])}
            <ChevronDown size={14} aria-hidden />
          </button>
        )}
      />
      {isPicking && (
        <Suspense>
          <FlowPicker
            chosenId={brain.type === 'flow' ? brain.flowId : null}
            onChoose={(flowId) => {
              setPicking(false);
              answer({ type: 'flow', flowId, versionId: null });
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
