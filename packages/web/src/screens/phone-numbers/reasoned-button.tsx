import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import styles from './reasoned-button.module.css';

/** A button that cannot be used now; it can be reached, and says why. */
export function ReasonedButton({
  reason,
  icon,
  children,
}: {
  reason: string;
  icon: ReactNode;
  children: string;
}) {
  return (
    <Tooltip title={reason} describeChild>
      <Button aria-disabled icon={icon} className={styles['button']}>
        {children}
      </Button>
    </Tooltip>
  );
}
