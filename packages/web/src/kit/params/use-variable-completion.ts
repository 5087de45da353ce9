import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { VariableChoice } from './param-props.ts';
import { completeVariable, fittingVariables, type OpenBrace, openBrace } from './variable-completion.ts';

/** The list that opens under a text field when `{` is typed. */
export function useVariableCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
  choices: (() => VariableChoice[]) | undefined,
) {
  const [brace, setBrace] = useState<OpenBrace>();
  const [lit, setLit] = useState(0);
  const shown = brace && choices ? fittingVariables(choices(), brace.query) : [];
  const close = () => setBrace(undefined);

  const choose = (choice: VariableChoice) => {
    const { current } = field;
    if (!current || !brace) return;
    const next = completeVariable(current.value, current.selectionStart, brace, choice.name);
    onChange(next.text);
    close();
    // The cursor can only be put behind what React has drawn.
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(next.cursor, next.cursor);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (shown.length === 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const choice = shown[lit];
    if (step !== 0) {
      event.preventDefault();
      setLit((lit + step + shown.length) % shown.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && choice) {
      event.preventDefault();
      choose(choice);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return {
    shown,
    lit,
    choose,
    close,
    onKeyDown,
    onType: (text: string, cursor: number) => {
      setBrace(choices && openBrace(text, cursor));
      setLit(0);
    },
  };
}
