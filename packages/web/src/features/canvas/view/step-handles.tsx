import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { Handle, Position } from '@xyflow/react';
import type { CSSProperties } from 'react';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import type { Connecting } from '../document/canvas-store.ts';
import { isConnected } from '../document/edge-index.ts';
import { inputPorts, outputPorts } from '../document/node-ports.ts';
import styles from './node-card.module.css';

/** What an edge that is being drawn means for a handle. */
export function fitOf(
  connecting: Connecting | null,
  handleId: string,
): 'fits' | 'faded' | 'source' | undefined {
  if (!connecting) return undefined;
  if (connecting.handleId === handleId) return 'source';
  return connecting.fitting.has(handleId) ? 'fits' : 'faded';
}

interface StepHandlesProps {
  data: FlowNodeData;
  connected: string;
  connecting: Connecting | null;
  /** The place of a handle below the top of the box, where the layout does not put it in a row. */
  placeOf: (handleId: string, type: 'source' | 'target') => number;
}

/** The handles of a step of an agent flow, each at its height on the border. */
export function StepHandles({ data, connected, connecting, placeOf }: StepHandlesProps) {
  const colour = nodeColour(data);
  const handle = (id: string, name: string, type: 'source' | 'target') => (
    <Handle
      key={`${type} ${id}`}
      id={id}
      type={type}
      position={type === 'source' ? Position.Right : Position.Left}
      className={styles['handle'] ?? ''}
      data-fit={fitOf(connecting, id)}
      data-shape="square"
      data-filled={isConnected(connected, id) || undefined}
      style={
        {
          '--h': name === 'error' ? 'var(--error)' : colour,
          insetBlockStart: placeOf(id, type),
        } as CSSProperties
      }
    />
  );
  return (
    <>
      {inputPorts(data).map(({ id, name }) => handle(id, name, 'target'))}
      {outputPorts(data).map(({ id, name }) => handle(id, name, 'source'))}
    </>
  );
}
