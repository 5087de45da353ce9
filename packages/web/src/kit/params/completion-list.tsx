import styles from './completion.module.css';
import type { VariableChoice } from './param-props.ts';

interface CompletionListProps {
  id: string;
  label: string;
  choices: readonly VariableChoice[];
  lit: number;
  onChoose: (choice: VariableChoice) => void;
}

/** Variables that fit what is being typed; the field keeps the focus. */
export function CompletionList({ id, label, choices, lit, onChoose }: CompletionListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} tabIndex={-1} className={styles['list']}>
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field's arrow keys and Enter do the same
        <div
          key={choice.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === lit}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <code>{`{{${choice.name}}}`}</code>
          <small>{choice.lastValue ?? choice.about}</small>
        </div>
      ))}
    </div>
  );
}
