import type { AgentReasoning } from '@tendril/contract/provider/answer';
import { Icon } from './icon.tsx';
import { useWidget } from './widget-context.ts';

/** The message of each agent of a pipeline, collapsed. */
export function StepList({ steps }: { steps: readonly AgentReasoning[] }) {
  const { t } = useWidget();
  return (
    <details class="steps">
      <summary>
        <Icon name="right" size={16} />
        {t('steps')}
      </summary>
      <ol>
        {steps.map(({ agentName, messages, next }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a loop repeats the same agent
          <li key={place}>
            <strong>{agentName}</strong>
            {Array.isArray(messages) && messages.some(Boolean) && (
              <p>{messages.filter(Boolean).join('\n\n')}</p>
            )}
            {next && <p class="small">{t('next', { name: next })}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
