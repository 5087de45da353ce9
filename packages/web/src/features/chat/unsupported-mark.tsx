import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './answer-markdown.module.css';

interface UnsupportedMarkProps {
  reason: string;
  /** The keyboard stops once at each sentence, however many pieces it is drawn in. */
  isFirst: boolean;
  children: ReactNode;
}

/** A sentence that the sources of its answer do not bear out; why not is said on hover, focus and touch. */
export function UnsupportedMark({ reason, isFirst, children }: UnsupportedMarkProps) {
  const t = useTexts(chatTexts);
  const words = reason === '' ? t('unsupported') : t('unsupportedBecause', { reason });
  return (
    <Tooltip title={words} describeChild enterTouchDelay={0} leaveTouchDelay={6000}>
      <mark
        className={styles['unsupported']}
        // The explanation is reached by keyboard too.
        tabIndex={isFirst ? 0 : undefined}
      >
        {children}
      </mark>
    </Tooltip>
  );
}
