import styles from './conversation.module.css';

/** Questions that can be asked with one click. */
export function PromptChips({
  label,
  prompts,
  onAsk,
}: {
  label?: string;
  prompts: readonly string[];
  onAsk: (question: string) => void;
}) {
  if (prompts.length === 0) return null;
  return (
    <ul className={styles['prompts']} aria-label={label}>
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
