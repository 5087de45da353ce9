import type { KnowledgeGap } from '@tendril/contract/api/knowledge-gaps';
import { Age } from '../../../kit/lists/age.tsx';
import { SelectBox } from '../../../kit/lists/select-box.tsx';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { knowledgeGapTexts } from '../../../kit/texts/en/knowledge-gaps.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import styles from './gaps-screen.module.css';

interface GapRowProps {
  gap: KnowledgeGap;
  selection: Selection;
  onWrite: () => void;
  onSort: (state: 'open' | 'dismissed') => void;
}

/** A question without an answer: how often it was asked, how near anything came, what can be done. */
export function GapRow({ gap, selection, onWrite, onSort }: GapRowProps) {
  const t = useTexts(knowledgeGapTexts);
  const { id, question, others, asked, bestScore, lastAskedAt, state } = gap;
  return (
    <article className={styles['gap']} data-selected={selection.ids.has(id) || undefined}>
      <SelectBox selection={selection} id={id} name={question} />
      <div className={styles['words']}>
        <h2>{question}</h2>
        <p className={styles['facts']}>
          <span>{t('asked', { count: asked })}</span>
          <span>
            <Age at={lastAskedAt} />
          </span>
          <span>
            {bestScore === null ? t('nothing') : t('best', { score: Math.max(0, bestScore).toFixed(2) })}
          </span>
        </p>
        {others.length > 0 && (
          <details className={styles['others']}>
            <summary>{t('others')}</summary>
            <ul>
              {others.map((other) => (
                <li key={other}>{other}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <div className={styles['acts']}>
        {state === 'open' && (
          <PermittedButton needs="knowledge:edit" look="quiet" onClick={() => onSort('dismissed')}>
            {t('dismiss')}
          </PermittedButton>
        )}
        {state !== 'open' && (
          <PermittedButton needs="knowledge:edit" look="quiet" onClick={() => onSort('open')}>
            {t('reopen')}
          </PermittedButton>
        )}
        {state !== 'answered' && (
          <PermittedButton needs="knowledge:edit" onClick={onWrite}>
            {t('write')}
          </PermittedButton>
        )}
      </div>
    </article>
  );
}
