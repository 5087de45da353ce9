import { ArrowRight } from 'lucide-react';
import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useCanvas } from '../canvas/document/use-canvas.ts';
import type { FieldChange } from './diff-flows.ts';
import { facetName, facetValue } from './facet-text.ts';
import styles from './field-change-row.module.css';
import { inputOf } from './node-facets.ts';
import { WordDiff } from './word-diff.tsx';

/** Texts from here on are compared word by word. */
const longText = 24;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isLong = (value: unknown) => isText(value) && (value.length > longText || value.includes('\n'));

/** One changed part of a node: its name, what it was and what it is; prompts word by word. */
export function FieldChangeRow({ change, nodeName }: { change: FieldChange; nodeName: string }) {
  const t = useTexts(versionsTexts);
  const template = useCanvas((state) => state.templates.get(nodeName));
  const secretNames = useCanvas((state) => state.credentialNames);
  const { facet, before, after } = change;
  const hasWords = inputOf(facet) !== undefined && (isLong(before) || isLong(after));
  const words = (value: unknown) => facetValue(facet, value, secretNames);
  return (
    <div className={styles['row']}>
      <span className={styles['name']}>{facetName(facet, template)}</span>
      {facet === 'position' ? (
        <span>{t('moved')}</span>
      ) : hasWords ? (
        <div className={styles['long']}>
          <WordDiff before={isText(before) ? before : ''} after={isText(after) ? after : ''} />
        </div>
      ) : (
        <span className={styles['short']}>
          <del>
            <span className="visually-hidden">{t('before')} </span>
            {words(before)}
          </del>
          <ArrowRight size={14} aria-hidden />
          <ins>
            <span className="visually-hidden">{t('after')} </span>
            {words(after)}
          </ins>
        </span>
      )}
    </div>
  );
}
