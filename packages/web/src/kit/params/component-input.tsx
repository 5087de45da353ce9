import { useQuery } from '@tanstack/react-query';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import { visibleInputs } from '@tendril/contract/node/visibility';
import { nodeQuery } from '../api/nodes.queries.ts';
import { toMessage } from '../lib/to-message.ts';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { AsyncOptionsInput } from './async-options-input.tsx';
import { nestedScope } from './nested-scope.ts';
import { asText, type EditorProps, valueOrDefault } from './param-props.ts';
import styles from './params.module.css';

const credentialKey = 'FLOWISE_CREDENTIAL_ID';

type Values = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

interface ConfigProps extends Pick<EditorProps, 'scope' | 'Field'> {
  name: string;
  values: Values;
  onChange: (changes: Values) => void;
}

/** The form of a chosen node, with its secret. */
function ComponentConfig({ name, values, onChange, scope, Field }: ConfigProps) {
  const t = useTexts(paramTexts);
  const { data: template, error } = useQuery(nodeQuery(name));
  if (error) return <p className={styles['missing']}>{t('optionsFailed', { reason: toMessage(error) })}</p>;
  if (!template) return null;
  const credential = asText(values[credentialKey]);
  const inner = nestedScope(scope, { nodeName: name, nodeLabel: template.label, credential });
  const declared = template.inputs.filter((input) => isParamType(input.type) && !input.hidden);
  const shown = visibleInputs(declared, values);
  const field = (input: TemplateInput) => (
    <Field
      key={input.name}
      input={input}
      values={values}
      onChangeValues={onChange}
      scope={inner}
      renderCredential={(fieldId, asked) =>
        scope.renderSecret?.({
          fieldId,
          input: asked,
          value: credential,
          onChange: (id) => onChange({ [credentialKey]: id }),
        })
      }
    />
  );
  if (shown.length === 0 && !template.credential) return null;
  const more = shown.filter((input) => input.additionalParams);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a column everywhere
    <div role="group" aria-label={t('settingsOf', { name: template.label })} className={styles['nested']}>
      {template.credential && field(template.credential)}
      {shown.filter((input) => !input.additionalParams).map(field)}
      {more.length > 0 && (
        <details className={styles['moreSettings']}>
          <summary>
            {t('moreOf', { name: template.label })} <span>{more.length}</span>
          </summary>
          <div className={styles['form']}>{more.map(field)}</div>
        </details>
      )}
    </div>
  );
}

/** One of other nodes; the chosen one brings its form, whose values stand under `<name>Config`. */
export function ComponentInput(props: EditorProps) {
  const { input, value, values, onChangeValues, scope, Field } = props;
  const name = asText(valueOrDefault(value, input));
  const configKey = `${input.name}Config`;
  const config = valuesOf(values[configKey]);
  // Records of our own are chosen in the form of the node that uses them.
  const { renderRecordTools: _, ...choiceScope } = scope;
  const choose = (chosen: unknown) => {
    if (chosen === name) return;
    // The values of another node are not those of this one.
    onChangeValues({ [input.name]: chosen, [configKey]: chosen === '' ? '' : { [input.name]: chosen } });
  };
  return (
    <>
      <AsyncOptionsInput {...props} onChange={choose} scope={choiceScope} />
      {name !== '' && (
        <ComponentConfig
          key={name}
          name={name}
          values={config}
          onChange={(changes) =>
            onChangeValues({ [configKey]: { ...config, ...changes, [input.name]: name } })
          }
          scope={scope}
          Field={Field}
        />
      )}
    </>
  );
}
