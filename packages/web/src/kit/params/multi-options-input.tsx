import { useQuery } from '@tanstack/react-query';
import { toMessage } from '../lib/to-message.ts';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { readChoices, writeChoices } from './choice-list-value.ts';
import type { ComboOption } from './combo-field.tsx';
import { nodeOptionsQuery } from './node-options.queries.ts';
import { type EditorProps, valueOrDefault } from './param-props.ts';
import styles from './params.module.css';

interface ChoiceListProps extends EditorProps {
  options: readonly ComboOption[];
  emptyText: string;
}

/** A selected value that is no longer in the list stays until it is removed. */
function ChoiceList({ fieldId, input, value, onChange, options, emptyText }: ChoiceListProps) {
  const chosen = readChoices(valueOrDefault(value, input));
  const lost = chosen.filter((name) => !options.some((option) => option.name === name));
  const shown: readonly ComboOption[] = [...options, ...lost.map((name) => ({ name, label: name }))];
  const toggle = (name: string) =>
    onChange(writeChoices(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a list everywhere
    <div id={fieldId} role="group" aria-labelledby={`${fieldId}-label`} className={styles['checks']}>
      {shown.map((option) => (
        <label key={option.name}>
          <input
            type="checkbox"
            checked={chosen.includes(option.name)}
            onChange={() => toggle(option.name)}
          />
          <span>
            {option.label}
            {option.description && <small>{option.description}</small>}
          </span>
        </label>
      ))}
      {shown.length === 0 && <p>{emptyText}</p>}
    </div>
  );
}

/** What else the form holds: a loaded list may depend on it. */
function othersOf({ input, values }: EditorProps): string {
  return JSON.stringify(Object.entries(values).filter(([name]) => name !== input.name));
}

/** Any of the choices that the node loads. */
function LoadedChoices(props: EditorProps) {
  const t = useTexts(paramTexts);
  const {
    data = [],
    error,
    isLoading,
  } = useQuery({
    ...nodeOptionsQuery(props.scope, props.input.loadMethod ?? '', props.values, othersOf(props)),
    enabled: props.scope.cannotLoad !== true,
  });
  return (
    <>
      <ChoiceList {...props} options={data} emptyText={t(isLoading ? 'loadingOptions' : 'noOptions')} />
      {error && <p className={styles['missing']}>{t('optionsFailed', { reason: toMessage(error) })}</p>}
    </>
  );
}

/** Any of a list: a fixed one, or one that the node loads. */
export function MultiOptionsInput(props: EditorProps) {
  const t = useTexts(paramTexts);
  if (props.input.loadMethod !== undefined) return <LoadedChoices {...props} />;
  return <ChoiceList {...props} options={props.input.options ?? []} emptyText={t('noOptions')} />;
}
