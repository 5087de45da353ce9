import type { VoiceFunctionType } from '@tendril/contract/voice/voice-function';
import type { CSSProperties } from 'react';
import { functionLook } from './function-look.ts';
import styles from './functions-panel.module.css';

/** The icon of a kind of function on a tint of its colour. */
export function FunctionTile({ type, size = 28 }: { type: VoiceFunctionType; size?: number }) {
  const { Icon, colour } = functionLook(type);
  return (
    <span
      className={styles['tile']}
      style={{ '--category': colour, inlineSize: size, blockSize: size } as CSSProperties}
    >
      <Icon size={Math.round(size * 0.58)} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
