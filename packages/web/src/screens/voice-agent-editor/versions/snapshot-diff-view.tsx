import { useQuery } from '@tanstack/react-query';
import { WordDiff } from '../../../features/draft/word-diff.tsx';
import { voiceVersionTexts } from '../../../kit/texts/en/voice-versions.ts';
import { type Texts, useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { agentSnapshotQuery } from './agent-versions.queries.ts';
import { diffSnapshots, type SnapshotChange } from './snapshot-diff.ts';
import styles from './versions.module.css';

interface SnapshotDiffViewProps {
  agentId: string;
  beforeId: string;
  afterId: string;
}

/** What lies between two versions: texts word by word, everything else as a table. */
export function SnapshotDiffView({ agentId, beforeId, afterId }: SnapshotDiffViewProps) {
  const t = useTexts(voiceVersionTexts);
  const before = useQuery(agentSnapshotQuery(agentId, beforeId));
  const after = useQuery(agentSnapshotQuery(agentId, afterId));
  const error = before.error ?? after.error;
  if (error) {
    const retry = () => void Promise.all([before.refetch(), after.refetch()]);
    return <ErrorState title={t('diffFailed')} error={error} onRetry={retry} />;
  }
  if (!before.data || !after.data) return <SkeletonList count={3} />;
  const changes = diffSnapshots(before.data, after.data);
  if (changes.length === 0) return <p className={styles['same']}>{t('same')}</p>;
  return (
    <div className={styles['diff']}>
      {changes
        .filter(({ isText }) => isText)
        .map(({ path, before: old, after: fresh }) => (
          <section key={path}>
            <h3>{nameOf(t, path)}</h3>
            <div className={styles['words']}>
              <WordDiff before={old} after={fresh} />
            </div>
          </section>
        ))}
      <FieldTable changes={changes.filter(({ isText }) => !isText)} />
    </div>
  );
}

function FieldTable({ changes }: { changes: readonly SnapshotChange[] }) {
  const t = useTexts(voiceVersionTexts);
  if (changes.length === 0) return null;
  return (
    <table className={styles['fields']}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{nameOf(t, path)}</th>
            <td>{before || t('unset')}</td>
            <td>{after || t('unset')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Key = typeof voiceVersionTexts extends Texts<infer K> ? K : never;
type Say = (key: Key, values?: Record<string, string | number>) => string;

const members = [
  { start: 'llm.functions.', key: 'functionNamed' },
  { start: 'settings.postCallFields.', key: 'postCallNamed' },
  { start: 'llm.defaultDynamicVariables.', key: 'variableNamed' },
] as const;

/** The words of the editor for a path; one that has none is shown as it is. */
function nameOf(t: Say, path: string): string {
  for (const { start, key } of members) {
    if (path.startsWith(start)) return t(key, { name: path.slice(start.length) });
  }
  const words = t(path as Key);
  return words === path ? path.slice(path.indexOf('.') + 1) : words;
}
