import { Switch } from '../ui/switch.tsx';
import { type EditorProps, valueOrDefault } from './param-props.ts';

/** A switch. */
export function BooleanInput({ fieldId, input, value, onChange }: EditorProps) {
  const held = valueOrDefault(value, input);
  const isOn = held === true || held === 'true';
  return <Switch id={fieldId} isOn={isOn} onChange={onChange} labelledBy={`${fieldId}-label`} />;
}
