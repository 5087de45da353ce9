import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { Segmented } from '../ui/segmented.tsx';
import type { EditorProps } from './param-props.ts';
import styles from './params.module.css';
import { chosenTab, tabKey } from './tab-choice.ts';

/** Several ways to set one thing; each keeps its own value, and the chosen one is kept under the node's id. */
export function TabsInput({ input, values, onChangeValues, scope, Field }: EditorProps) {
  const t = useTexts(paramTexts);
  const name = chosenTab(input, values, scope.nodeId);
  const tab = input.tabs?.find((candidate) => candidate.name === name);
  return (
    <div className={styles['tabs']}>
      <Segmented
        label={input.label || t('tabs')}
        segments={(input.tabs ?? []).map((one) => ({ value: one.name, label: one.label }))}
        value={name}
        onChange={(chosen) => onChangeValues({ [tabKey(input, scope.nodeId)]: chosen })}
      />
      {tab && (
        <Field
          key={tab.name}
          // The tab's name already stands above it.
          input={{ ...tab, label: '', optional: true }}
          values={values}
          onChangeValues={onChangeValues}
          scope={scope}
        />
      )}
    </div>
  );
}
