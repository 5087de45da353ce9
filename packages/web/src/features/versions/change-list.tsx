import type { FlowData } from '@tendril/contract/flow/flow';
import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { FlowDiff } from '../draft/diff-flows.ts';
import { NodeChangeCard } from './node-change-card.tsx';
import styles from './versions-view.module.css';

interface ChangeListProps {
  diff: FlowDiff;
  /** The flow of the picture, ghosts included, for the names of nodes. */
  flow: FlowData;
  pointedId: string | undefined;
  onPoint: (nodeId: string) => void;
}

function EdgeLines({
  diff,
  flow,
  kind,
}: Pick<ChangeListProps, 'diff' | 'flow'> & { kind: 'added' | 'removed' }) {
  const t = useTexts(versionsTexts);
  const edges = diff.edges.filter((change) => change.kind === kind);
  if (edges.length === 0) return null;
  const label = (id: string) => flow.nodes.find((node) => node.id === id)?.data.label ?? id;
  return (
    <li className={styles['change']} data-kind={kind}>
      <b>{t(kind === 'added' ? 'edgesAdded' : 'edgesRemoved', { count: edges.length })}</b>
      {edges.map(({ id, edge }) => (
        <small key={id}>{t('edgeLine', { source: label(edge.source), target: label(edge.target) })}</small>
      ))}
    </li>
  );
}

/** All changes between two flows as a list; each leads to its node in the picture. */
export function ChangeList({ diff, flow, pointedId, onPoint }: ChangeListProps) {
  const t = useTexts(versionsTexts);
  const count = (kind: string) => diff.nodes.filter((change) => change.kind === kind).length;
  if (diff.nodes.length + diff.edges.length + diff.groups.length === 0) {
    return <p className={styles['same']}>{t('same')}</p>;
  }
  return (
    <div className={styles['changes']}>
      <p className={styles['counts']}>
        <span data-kind="added">{t('addedCount', { count: count('added') })}</span>
        <span data-kind="changed">{t('changedCount', { count: count('changed') })}</span>
        <span data-kind="removed">{t('removedCount', { count: count('removed') })}</span>
      </p>
      <ul>
        {diff.nodes.map((change) => (
          <NodeChangeCard
            key={`${change.kind}:${change.id}`}
            change={change}
            isPointed={change.id === pointedId}
            onPoint={() => onPoint(change.id)}
          />
        ))}
        <EdgeLines diff={diff} flow={flow} kind="added" />
        <EdgeLines diff={diff} flow={flow} kind="removed" />
        {diff.groups.length > 0 && (
          <li className={styles['change']}>{t('groupsChanged', { names: diff.groups.join(', ') })}</li>
        )}
      </ul>
    </div>
  );
}
