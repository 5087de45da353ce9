import type { AgentReasoning } from '@tendril/contract/provider/answer';
import { Bot, ChevronRight } from 'lucide-react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './agent-steps.module.css';
import { readList } from './read-list.ts';
import { ToolChips } from './tool-chips.tsx';

/** What each agent of a pipeline said, folded once the answer is there. */
export function AgentSteps({ steps, isRunning }: { steps: readonly AgentReasoning[]; isRunning: boolean }) {
  const t = useTexts(chatTexts);
  return (
    <details className={styles['steps']} open={isRunning || undefined}>
      <summary>
        <ChevronRight size={16} />
        {t('steps', { count: steps.length })}
      </summary>
      <ol aria-label={t('stepsTitle')}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a loop repeats the same agent; steps keep their places
          <li key={index}>
            <AgentStep step={step} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function AgentStep({ step }: { step: AgentReasoning }) {
  const t = useTexts(chatTexts);
  const tools = readList<NonNullable<AgentReasoning['usedTools']>[number]>(step.usedTools);
  const text = (step.messages ?? []).filter(Boolean).join('\n\n');
  return (
    <>
      <h4>
        <Bot size={14} />
        {step.agentName}
      </h4>
      {step.instructions && <p className={styles['quiet']}>{step.instructions}</p>}
      <p className={text === '' ? styles['quiet'] : styles['text']}>
        {text === '' ? t('nothingSaid') : text}
      </p>
      {tools.length > 0 && <ToolChips tools={tools} />}
      {step.next && <p className={styles['quiet']}>{t('nextStep', { name: step.next })}</p>}
    </>
  );
}
