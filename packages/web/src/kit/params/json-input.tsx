import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { CodeField } from './code-field.tsx';
import { asText, type EditorProps } from './param-props.ts';
import styles from './params.module.css';
import { promptKeys, readPromptValues, withPromptValue } from './prompt-values.ts';
import { TextArea } from './text-area.tsx';

/** Why a text is not JSON; '' when it is, or is empty. */
function jsonProblem(text: string): string {
  if (text.trim() === '') return '';
  try {
    JSON.parse(text);
    return '';
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
}

/** One field for each place of the prompts beside this parameter. */
function PromptValues({ input, value, values, onChange, scope }: EditorProps) {
  const held = readPromptValues(value);
  const keys = promptKeys(values, input.name);
  if (!held || keys.length === 0) return null;
  return (
    <div className={styles['promptValues']}>
      {keys.map((key) => (
        <div key={key}>
          <code>{`{${key}}`}</code>
          <TextArea
            label={key}
            rows={1}
            text={asText(held[key])}
            onChange={(text) => onChange(withPromptValue(held, key, text))}
            variables={() => scope.variablesOf?.(input) ?? []}
          />
        </div>
      ))}
    </div>
  );
}

/** JSON, kept as the text that was written. */
export function JsonInput(props: EditorProps) {
  const { fieldId, input, value, onChange, scope } = props;
  const t = useTexts(paramTexts);
  const text = asText(value);
  const problem = jsonProblem(text);
  return (
    <>
      {input.name === 'promptValues' && <PromptValues {...props} />}
      <CodeField
        id={fieldId}
        label={input.label}
        language="json"
        text={text}
        placeholder={input.placeholder ?? '{ }'}
        onChange={onChange}
        variables={input.acceptVariable ? () => scope.variablesOf?.(input) ?? [] : undefined}
      />
      {problem && <p className={styles['missing']}>{t('notJson', { reason: problem })}</p>}
    </>
  );
}
