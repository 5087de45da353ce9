import { AsyncOptionsInput } from './async-options-input.tsx';
import { ComponentInput } from './component-input.tsx';
import type { EditorProps } from './param-props.ts';

/** One of a list the node loads: a plain choice, or another node with a form of its own. */
export function LoadedOptionInput(props: EditorProps) {
  return props.input.loadConfig ? <ComponentInput {...props} /> : <AsyncOptionsInput {...props} />;
}
