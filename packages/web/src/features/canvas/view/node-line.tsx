import type { ReactNode } from 'react';
import { NodeIcon } from './node-icon.tsx';
import styles from './node-line.module.css';

interface NodeLineProps {
  icon: string | undefined;
  category: string;
  /** Its name in the catalogue: steps of agent flows have icons by kind. */
  node: string;
  name: ReactNode;
  /** What it is for, under its name. */
  about: ReactNode;
}

/** A node in a list: its coloured tile, its name and what it is for. */
export function NodeLine({ icon, category, node, name, about }: NodeLineProps) {
  return (
    <>
      <span className={styles['tile']} data-node-tile>
        <NodeIcon icon={icon} category={category} name={node} />
      </span>
      <span className={styles['words']}>
        <b>{name}</b> <span>{about}</span>
      </span>
    </>
  );
}
