import { type ConditionMode, conditionOutputs } from '@tendril/contract/flow/condition-outputs';
import { Split } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { paramTexts } from '../../texts/en/params.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { GridColumn } from '../grid-cell.tsx';
import { readRows } from '../grid-value.ts';
import { asText, type EditorProps } from '../param-props.ts';
import { chosenTab, tabKey } from '../tab-choice.ts';
import styles from './condition.module.css';
import type { SavedCondition } from './use-condition-draft.ts';

const ConditionDialog = lazy(() =>
  import('./condition-dialog.tsx').then((module) => ({ default: module.ConditionDialog })),
);

/** The parameter's two tabs keep their values under these names. */
const tableTab = 'conditionUI' satisfies ConditionMode;
const codeTab = 'conditionFunction' satisfies ConditionMode;

function operationsOf(input: EditorProps['input']): string[] {
  const columns = input.tabs?.find((tab) => tab.name === tableTab)?.datagrid;
  const column = ((columns ?? []) as GridColumn[]).find((one) => one.field === 'operation');
  return column?.valueOptions ?? [];
}

/** A one-line summary of a condition. */
function useSummary(mode: ConditionMode, items: unknown, code: string): string {
  const t = useTexts(paramTexts);
  // What cannot be read is logged when the dialog opens and when it is saved, not at each drawing.
  const verdict = conditionOutputs(mode, mode === tableTab ? items : code, () => {});
  if ('alert' in verdict) return t('conditionUnset');
  const outputs = verdict.outputs.map((output) => output.label).join(', ');
  return mode === tableTab
    ? t('conditionSummaryTable', { count: readRows(items).length, outputs })
    : t('conditionSummaryCode', { outputs });
}

/** A condition summary with a button that opens its dialog. */
export function ConditionInput({ fieldId, input, values, onChangeValues, scope }: EditorProps) {
  const t = useTexts(paramTexts);
  const [isOpen, setIsOpen] = useState(false);
  const mode = chosenTab(input, values, scope.nodeId) === codeTab ? codeTab : tableTab;
  const items = values[tableTab];
  const code = asText(values[codeTab]);
  const save = (saved: SavedCondition) => {
    const changes = {
      [tabKey(input, scope.nodeId)]: saved.mode,
      [tableTab]: saved.items,
      [codeTab]: saved.code,
    };
    if (scope.onSaveCondition) scope.onSaveCondition(changes, saved.outputs);
    else onChangeValues(changes);
    setIsOpen(false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a flex row everywhere
    <div id={fieldId} role="group" aria-labelledby={`${fieldId}-label`} className={styles['summary']}>
      <p>{useSummary(mode, items, code)}</p>
      <Button size="small" icon={<Split size={16} />} onClick={() => setIsOpen(true)}>
        {t('conditionEdit')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ConditionDialog
            title={scope.nodeLabel || input.label || t('conditionEdit')}
            stored={{ mode, items, code }}
            operations={operationsOf(input)}
            variables={scope.conditionVariables?.() ?? []}
            codeExample={asText(input.tabs?.find((tab) => tab.name === codeTab)?.codeExample)}
            onSave={save}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
