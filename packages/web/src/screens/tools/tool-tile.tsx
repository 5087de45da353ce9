import { SquareCode } from 'lucide-react';
import type { CSSProperties } from 'react';
import { isOwnPicture } from '../../kit/lib/scale-picture.ts';
import { toolColour } from './tool-look.ts';
import styles from './tool-tile.module.css';

/** The picture of a tool, or its sign on its colour. Pictures from elsewhere are not fetched. */
export function ToolTile({ color, iconSrc }: { color: string; iconSrc: string }) {
  const hasPicture = iconSrc !== '' && isOwnPicture(iconSrc);
  return (
    <span
      className={styles['tile']}
      style={{ '--tile': toolColour(color) } as CSSProperties}
      aria-hidden="true"
    >
      {hasPicture ? <img src={iconSrc} alt="" /> : <SquareCode size={18} />}
    </span>
  );
}
