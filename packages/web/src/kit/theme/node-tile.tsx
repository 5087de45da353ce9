import type { CSSProperties } from 'react';
import { nodeLook } from './node-look.ts';
import styles from './node-tile.module.css';

/** The icon of a node on a tint of its category's colour, 24 by 24. */
export function NodeTile({
  category,
  icon,
  name,
  label,
}: {
  category: string;
  icon?: string | undefined;
  name?: string | undefined;
  label: string;
}) {
  const { colour, Icon } = nodeLook({ category, icon, name });
  return (
    <span className={styles['tile']} style={{ '--category': colour } as CSSProperties} title={label}>
      <Icon size={14} aria-label={label} role="img" />
    </span>
  );
}
