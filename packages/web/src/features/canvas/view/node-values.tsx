import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { heldValue } from '../document/held-value.ts';
import { isMissing, shownValues } from '../document/shown-values.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { LoadedValue } from '../inspect/loaded-value.tsx';
import { isAsked, useProblems } from '../inspect/problems-store.ts';
import { type ValueWords, valueText } from '../inspect/value-text.ts';
import styles from './node-card.module.css';

const words: ValueWords = {
  empty: '–',
  on: say(canvasTexts, 'on'),
  off: say(canvasTexts, 'off'),
  set: say(canvasTexts, 'set'),
  rows: (count) => say(canvasTexts, 'rows', { count }),
  lines: (count) => say(canvasTexts, 'lines', { count }),
};

const noNodes: ReadonlySet<string> = new Set();

/** At most three values as text; a click on one opens it in the inspector. */
export function NodeValues({ data, error }: { data: FlowNodeData; error: string | undefined }) {
  const t = useTexts(canvasTexts);
  const credential = useCanvas((state) =>
    data.credential ? state.credentialNames[data.credential] : undefined,
  );
  const asked = useProblems((problems) => problems.known.has(data.id));
  const left = useProblems((problems) => problems.left);
  const isAskedFor = (name: string) => asked || isAsked({ known: noNodes, left }, data.id, name);
  const { rows, more } = shownValues(data);
  if (rows.length === 0 && more === 0 && !error) return null;
  const textOf = (param: (typeof rows)[number]) => {
    if (param.type === 'credential') return data.credential ? (credential ?? words.set) : words.empty;
    const value = data.inputs?.[param.name];
    if (param.type === 'asyncOptions' && typeof value === 'string' && value !== '')
      return <LoadedValue data={data} param={param} value={value} />;
    const held = heldValue(data, param);
    return valueText(held.param, held.value, words);
  };
  return (
    <div className={styles['values']}>
      {rows.map((param) => {
        const isEmpty = isMissing(data, param);
        return (
          <div key={param.name} className={styles['valueRow']} data-param={param.name}>
            <span className={styles['valueName']}>
              {param.label || t('note')}
              {isEmpty && <b className={styles['asterisk']}>*</b>}
            </span>
            <span className={isEmpty && isAskedFor(param.name) ? styles['missing'] : styles['value']}>
              {isEmpty ? t('notSet') : textOf(param)}
            </span>
          </div>
        );
      })}
      {more > 0 && <div className={styles['valueMore']}>{t('moreValues', { count: more })}</div>}
      {error && (
        <div className={styles['errorRow']} title={error}>
          {error}
        </div>
      )}
    </div>
  );
}
