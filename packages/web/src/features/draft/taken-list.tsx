import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './conflict-view.module.css';
import type { FlowDiff } from './diff-flows.ts';

interface TakenListProps {
  diff: FlowDiff;
  /** Nodes that have a card of their own above. */
  clashing: ReadonlySet<string>;
  onPoint: (nodeId: string) => void;
}

/** What the merge takes without a question. */
export function TakenList({ diff, clashing, onPoint }: TakenListProps) {
  const t = useTexts(draftsTexts);
  const words = useTexts(versionsTexts);
  const taken = diff.nodes.filter((change) => !clashing.has(change.id));
  return (
    <section className={styles['taken']}>
      <h3>{t('taken')}</h3>
      {taken.length === 0 && <p>{t('takenNone')}</p>}
      <ul>
        {taken.map((change) => (
          <li key={`${change.kind}:${change.id}`} data-kind={change.kind}>
            <button type="button" onClick={() => onPoint(change.id)}>
              {change.label}
            </button>
            <span>{words(change.kind)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
