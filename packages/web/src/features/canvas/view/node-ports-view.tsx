import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { Handle, Position } from '@xyflow/react';
import type { CSSProperties } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import type { Connecting } from '../document/canvas-store.ts';
import { drawnInputs } from '../document/drawn-inputs.ts';
import { isConnected } from '../document/edge-index.ts';
import { type InputPort, type OutputPort, outputPorts } from '../document/node-ports.ts';
import { givenName, handleShape, inputColour, shortPortName } from './handle-look.ts';
import styles from './node-card.module.css';
import { fitOf } from './step-handles.tsx';

interface PortsProps {
  data: FlowNodeData;
  connected: string;
  connecting: Connecting | null;
}

interface PlaceProps {
  port: InputPort | OutputPort;
  isInput: boolean;
  colour: string;
  connected: string;
  fit: ReturnType<typeof fitOf>;
}

function Place({ port, isInput, colour, connected, fit }: PlaceProps) {
  const position = isInput ? Position.Left : Position.Right;
  const type = isInput ? 'target' : 'source';
  const look = {
    'data-shape': handleShape(port.type),
    'data-filled': isConnected(connected, port.id) || undefined,
    style: { '--h': colour } as CSSProperties,
  };
  return (
    <Handle
      id={port.id}
      type={type}
      position={position}
      className={styles['handle'] ?? ''}
      data-fit={fit}
      {...look}
    />
  );
}

/** The whole label, where the card shows a shorter one, and the classes. */
function portTitle({ label, type }: InputPort | OutputPort): string {
  return shortPortName(label) === label ? type : `${label}: ${type}`;
}

function OutputLabel({ port, fit }: { port: OutputPort; fit: ReturnType<typeof fitOf> }) {
  const t = useTexts(canvasTexts);
  const name = givenName(port.label, port.type);
  return (
    <span className={styles['outputLabel']} data-fit={fit} title={portTitle(port)}>
      {name ? t(name) : shortPortName(port.label)}
    </span>
  );
}

function Row({
  input,
  output,
  ...props
}: PortsProps & { input?: InputPort | undefined; output?: OutputPort | undefined }) {
  const { data, connected, connecting } = props;
  const inputFit = input && fitOf(connecting, input.id);
  const outputFit = output && fitOf(connecting, output.id);
  return (
    <div className={styles['portRow']}>
      {input && (
        <>
          <Place port={input} isInput colour={inputColour(input.type)} connected={connected} fit={inputFit} />
          <span className={styles['portLabel']} data-fit={inputFit} title={portTitle(input)}>
            {shortPortName(input.label)}
            {input.isRequired && <b className={styles['asterisk']}>*</b>}
          </span>
        </>
      )}
      {output && (
        <>
          <OutputLabel port={output} fit={outputFit} />
          <Place
            port={output}
            isInput={false}
            colour={nodeColour(data)}
            connected={connected}
            fit={outputFit}
          />
        </>
      )}
    </div>
  );
}

/** Inputs on the left and outputs on the right; an input and an output share a row. */
export function NodePorts(props: PortsProps) {
  const inputs = drawnInputs(props.data);
  const outputs = outputPorts(props.data);
  const rows = Math.max(inputs.length, outputs.length);
  if (rows === 0) return null;
  return (
    <div className={styles['ports']}>
      {Array.from({ length: rows }, (_, row) => (
        <Row key={inputs[row]?.id ?? outputs[row]?.id} {...props} input={inputs[row]} output={outputs[row]} />
      ))}
    </div>
  );
}
