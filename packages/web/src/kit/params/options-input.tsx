import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { asText, type EditorProps, valueOrDefault } from './param-props.ts';
import styles from './params.module.css';
import { SelectField } from './select-field.tsx';

/** One of a fixed list. */
export function OptionsInput({ fieldId, input, value, onChange }: EditorProps) {
  const t = useTexts(paramTexts);
  const options = input.options ?? [];
  const held = asText(valueOrDefault(value, input));
  const chosen = options.find((option) => option.name === held);
  return (
    <>
      <SelectField
        id={fieldId}
        value={held}
        options={options}
        emptyLabel={input.optional ? t('none') : t('choose')}
        canBeEmpty={input.optional === true}
        onChange={onChange}
      />
      {chosen?.description && <p className={styles['help']}>{chosen.description}</p>}
    </>
  );
}
