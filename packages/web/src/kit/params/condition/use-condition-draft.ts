import {
  type ConditionMode,
  type ConditionOutput,
  conditionOutputs,
} from '@tendril/contract/flow/condition-outputs';
import { useState } from 'react';
import {
  type ConditionItem,
  type ConditionRow,
  moveRow,
  readItems,
  toRow,
  writeItems,
} from './condition-items.ts';

/** What the dialog was opened with: the two ways to say it, and which of them holds. */
export interface StoredCondition {
  mode: ConditionMode;
  items: unknown;
  code: string;
}

/** What a save passes on: the stored forms of both modes, and the outputs of the node from now on. */
export interface SavedCondition {
  mode: ConditionMode;
  items: string;
  code: string;
  outputs: readonly ConditionOutput[];
}

/** Why a condition cannot be saved, and the field at fault. */
interface ConditionFault {
  text: string;
  row?: number;
  field?: keyof ConditionItem;
}

/** The first empty field in the order of the alerts: row by row; variable, output, operation. */
function fieldAtFault(rows: readonly ConditionRow[]): Pick<ConditionFault, 'row' | 'field'> {
  for (const [row, item] of rows.entries()) {
    const field = (['variable', 'output', 'operation'] as const).find((name) => item[name].trim() === '');
    if (field) return { row, field };
  }
  return {};
}

/** The condition while it is edited; nothing of it is in the flow before it is saved. */
export function useConditionDraft(stored: StoredCondition) {
  const [mode, setMode] = useState(stored.mode);
  const [rows, setRows] = useState<ConditionRow[]>(() => readItems(stored.items));
  const [areRowsTouched, setAreRowsTouched] = useState(false);
  const [code, setCode] = useState(stored.code);
  const [fault, setFault] = useState<ConditionFault>();
  // Unedited items stay as stored, readable or not.
  const items = areRowsTouched || typeof stored.items !== 'string' ? writeItems(rows) : stored.items;

  const changeRows = (next: ConditionRow[]) => {
    setRows(next);
    setAreRowsTouched(true);
    setFault(undefined);
  };

  return {
    mode,
    rows,
    code,
    fault,
    chooseMode: (chosen: ConditionMode) => {
      setMode(chosen);
      setFault(undefined);
    },
    writeCode: (text: string) => {
      setCode(text);
      setFault(undefined);
    },
    addRow: () => changeRows([...rows, toRow()]),
    changeRow: (key: string, change: Partial<ConditionItem>) =>
      changeRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
    removeRow: (key: string) => changeRows(rows.filter((row) => row.key !== key)),
    moveRow: (key: string, step: -1 | 1) => changeRows(moveRow(rows, key, step)),
    /** The condition as it is to be kept; nothing, with the fault shown, when it is not valid. */
    check: (): SavedCondition | undefined => {
      const verdict = conditionOutputs(mode, mode === 'conditionUI' ? items : code);
      if ('alert' in verdict) {
        setFault({ text: verdict.alert, ...(mode === 'conditionUI' && fieldAtFault(rows)) });
        return undefined;
      }
      return { mode, items, code, outputs: verdict.outputs };
    },
  };
}

export type ConditionDraft = ReturnType<typeof useConditionDraft>;
