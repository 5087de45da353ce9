import { CircleAlert, TriangleAlert } from 'lucide-react';
import styles from './inspector.module.css';
import { useProblems } from './problems-store.ts';

/** The node's problems, above its settings. */
export function NodeProblems({ nodeId }: { nodeId: string }) {
  const list = useProblems((problems) => problems.shown);
  // Why it cannot run at all stands above them.
  const own = list.filter((problem) => problem.nodeId === nodeId && problem.code !== 'NODE_CANNOT_RUN');
  if (own.length === 0) return null;
  return (
    <ul className={styles['problems']}>
      {own.map((problem) => (
        <li
          key={`${problem.code} ${problem.input} ${problem.message}`}
          data-warning={problem.isWarning || undefined}
        >
          {problem.isWarning ? (
            <TriangleAlert size={16} className={styles['problemSign'] ?? ''} />
          ) : (
            <CircleAlert size={16} className={styles['problemSign'] ?? ''} />
          )}
          {problem.message}
        </li>
      ))}
    </ul>
  );
}
