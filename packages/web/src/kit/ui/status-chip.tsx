import type { ComponentType } from 'react';
import styles from './status-chip.module.css';

export type StatusTone = 'success' | 'warning' | 'error' | 'info' | 'quiet';

/** A state as icon, label and remark: never by color alone. */
export function StatusChip({ tone, Icon, label, remark }: StatusChipProps) {
  return (
    <span className={styles[tone]}>
      <Icon size={14} strokeWidth={2} />
      <span className={styles['label']}>{label}</span>
      {remark && <span className={styles['remark']}>{remark}</span>}
    </span>
  );
}

interface StatusChipProps {
  tone: StatusTone;
  Icon: ComponentType<{ size?: number; strokeWidth?: number }>;
  label: string;
  remark?: string | undefined;
}
