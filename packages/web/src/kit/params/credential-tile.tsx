import type { CSSProperties } from 'react';
import { nodeLook } from '../theme/node-look.ts';
import styles from './credential-form.module.css';

/** The icon of a kind of secret on a tint of its colour. */
export function CredentialTile({
  kind,
  size = 32,
}: {
  kind: { category?: string | undefined; icon?: string | undefined } | undefined;
  /** Pixels. */
  size?: 32 | 40;
}) {
  const { colour, Icon } = nodeLook({ category: kind?.category ?? '', icon: kind?.icon });
  return (
    <span
      aria-hidden="true"
      className={styles['tile']}
      style={{ '--category': colour, inlineSize: size, blockSize: size } as CSSProperties}
    >
      <Icon size={size / 2} />
    </span>
  );
}
