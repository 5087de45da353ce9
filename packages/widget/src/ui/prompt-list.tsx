import { useWidget } from './widget-context.ts';

/** One-click questions: the flow's starters, later the follow-up questions of an answer. */
export function PromptList({ onAsk }: { onAsk: (question: string) => void }) {
  const { state, settings, t } = useWidget();
  const last = state.entries.at(-1);
  const isBegin = last === undefined;
  const followUps = last?.kind === 'answer' && !state.isRunning ? last.followUps : [];
  const prompts = isBegin ? (settings?.starters ?? []) : followUps;
  if (prompts.length === 0) return null;
  return (
    <ul class="prompts" aria-label={t(isBegin ? 'starters' : 'followUps')}>
      {prompts.map((prompt) => (
        <li key={prompt}>
          <button type="button" onClick={() => onAsk(prompt)}>
            {prompt}
          </button>
        </li>
      ))}
    </ul>
  );
}
