import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { CSSProperties } from 'react';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import { drawnInputs } from '../document/drawn-inputs.ts';
import { isConnected } from '../document/edge-index.ts';
import { outputPorts } from '../document/node-ports.ts';
import { fullLevel } from './draw-level.ts';
import { handleShape, inputColour } from './handle-look.ts';
import styles from './node-card.module.css';
import { layoutNode } from './node-layout.ts';
import { layoutTile } from './tile-layout.ts';

/** The handles of a zoomed-out node: too small to draw an edge from, so they are only markers. */
export function CompactPorts({ data, connected }: { data: FlowNodeData; connected: string }) {
  const { handles } = isAgentFlowNode(data) ? layoutTile(data, fullLevel) : layoutNode(data, fullLevel);
  const ports = [...drawnInputs(data), ...outputPorts(data)];
  const outputColour = nodeColour(data);
  return ports.map((port, index) => {
    const handle = handles[index];
    const isInput = handle?.type === 'target';
    const look = {
      '--h': isInput ? inputColour(port.type) : outputColour,
      insetBlockStart: handle?.y,
      insetInlineStart: handle?.x,
    } as CSSProperties;
    return (
      <i
        key={`${handle?.type} ${port.id}`}
        className={styles['mark']}
        data-handleid={port.id}
        data-shape={handleShape(port.type)}
        data-filled={isConnected(connected, port.id) || undefined}
        style={look}
      />
    );
  });
}
