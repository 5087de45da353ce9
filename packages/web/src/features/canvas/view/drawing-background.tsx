import { ViewportPortal } from '@xyflow/react';
import styles from './flow-edge.module.css';

/** Wider than any drawing, in flow units to each side. */
const reach = 50_000;

/**
 * An unseen area under everything. The browser gathers what is drawn over it into one layer; without it every node
 * that stands apart gets a layer of its own, and a pan of hundreds of them halts.
 */
export function DrawingBackground() {
  return (
    <ViewportPortal>
      <svg className={styles['all']} width={1} height={1} aria-hidden>
        <rect x={-reach} y={-reach} width={2 * reach} height={2 * reach} fill="transparent" />
      </svg>
    </ViewportPortal>
  );
}
