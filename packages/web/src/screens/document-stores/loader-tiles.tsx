import { useQuery } from '@tanstack/react-query';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { NodeTile } from '../../kit/theme/node-tile.tsx';
import styles from './loader-tiles.module.css';

const most = 5;

/** Nodes as tiles, the rest as a number. */
export function LoaderTiles({ names }: { names: readonly string[] }) {
  const { data } = useQuery(nodesQuery);
  const rest = names.length - most;
  return (
    <span className={styles['tiles']}>
      {names.slice(0, most).map((name) => {
        const node = data?.find((one) => one.name === name);
        return (
          <NodeTile
            key={name}
            category={node?.category ?? 'Document Loaders'}
            icon={node?.icon}
            label={node?.label ?? name}
          />
        );
      })}
      {rest > 0 && <span className={styles['rest']}>+{rest}</span>}
    </span>
  );
}
