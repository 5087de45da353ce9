import { initialsOf } from '../../kit/lib/initials-of.ts';
import { isOwnPicture } from '../../kit/lib/scale-picture.ts';
import styles from './bot-avatar.module.css';

interface BotAvatarProps {
  title: string;
  /** A picture; one of another site is not loaded, for its owner would learn who reads. */
  source?: string;
  /** Pixels. */
  size?: number;
}

/** The picture of a chat, or the initials of its name. */
export function BotAvatar({ title, source = '', size = 36 }: BotAvatarProps) {
  const box = { inlineSize: size, blockSize: size };
  if (source !== '' && isOwnPicture(source)) {
    return <img className={styles['picture']} style={box} src={source} alt="" />;
  }
  return (
    <span className={styles['initials']} style={box} aria-hidden="true">
      {initialsOf(title)}
    </span>
  );
}
