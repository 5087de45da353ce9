import { useQuery } from '@tanstack/react-query';
import { nodesQuery } from '../api/nodes.queries.ts';
import { NodeTile } from '../theme/node-tile.tsx';
import styles from './node-tiles.module.css';

interface NodeTilesProps {
  names: readonly string[];
  most?: number;
  /** The category color used for unknown nodes. */
  category?: string;
}

/** The first distinct nodes of a flow as tiles, the rest as a number. */
export function NodeTiles({ names, most = 5, category = '' }: NodeTilesProps) {
  const { data: looks } = useQuery({ ...nodesQuery, select: toLooks });
  const rest = names.length - most;
  return (
    <span className={styles['tiles']}>
      {names.slice(0, most).map((name) => {
        const look = looks?.get(name);
        return (
          <NodeTile
            key={name}
            name={name}
            category={look?.category ?? category}
            icon={look?.icon}
            label={look?.label ?? name}
          />
        );
      })}
      {rest > 0 && <span className={styles['rest']}>+{rest}</span>}
    </span>
  );
}

// Outside the component, so that the result stays cached.
function toLooks(nodes: readonly { name: string; label: string; category: string; icon: string }[]) {
  return new Map(nodes.map((node) => [node.name, node]));
}
