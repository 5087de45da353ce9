import { useQuery } from '@tanstack/react-query';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { NodeTile } from '../../kit/theme/node-tile.tsx';
import styles from './node-tiles.module.css';

/** The first distinct nodes of a flow as tiles, the rest as a number. */
export function NodeTiles({ names, most = 5 }: { names: readonly string[]; most?: number }) {
  const { data: looks } = useQuery({ ...nodesQuery, select: toLooks });
  const rest = names.length - most;
  return (
    <span className={styles['tiles']}>
      {names.slice(0, most).map((name) => {
        const look = looks?.get(name);
        return (
          <NodeTile
            key={name}
            category={look?.category ?? ''}
            icon={look?.icon}
            label={look?.label ?? name}
          />
        );
      })}
      {rest > 0 && <span className={styles['rest']}>+{rest}</span>}
    </span>
  );
}

// Outside the component, so that the cache keeps its result.
function toLooks(nodes: readonly { name: string; label: string; category: string; icon: string }[]) {
  return new Map(nodes.map((node) => [node.name, node]));
}
