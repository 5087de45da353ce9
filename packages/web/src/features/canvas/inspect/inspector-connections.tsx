import { X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { remove } from '../commands/canvas-commands.ts';
import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';
import { drawnInputs } from '../document/drawn-inputs.ts';
import { type OutputPort, outputPorts } from '../document/node-ports.ts';
import { useCanvas, useRunCommand } from '../document/use-canvas.ts';
import { givenName, type HandleShape, handleShape, inputColour } from '../view/handle-look.ts';
import styles from './inspector.module.css';
import { useProblems } from './problems-store.ts';

interface PortLine {
  id: string;
  name: string;
  label: string;
  colour: string;
  shape: HandleShape;
  isRequired: boolean;
  edges: CanvasEdge[];
  otherId: (edge: CanvasEdge) => string;
}

function usePortLines(node: CanvasNode, nameOf: (port: OutputPort) => string): PortLine[] {
  const edges = useCanvas((state) => state.edges);
  const { data } = node;
  return [
    ...drawnInputs(data).map((port) => ({
      id: port.id,
      name: port.name,
      label: port.label,
      colour: inputColour(port.type),
      shape: handleShape(port.type),
      isRequired: port.isRequired,
      edges: edges.filter((edge) => edge.target === node.id && edge.targetHandle === port.id),
      otherId: (edge: CanvasEdge) => edge.source,
    })),
    ...outputPorts(data).map((port) => ({
      id: port.id,
      name: port.name,
      label: nameOf(port),
      colour: nodeColour(data),
      shape: handleShape(port.type),
      isRequired: false,
      edges: edges.filter((edge) => edge.source === node.id && edge.sourceHandle === port.id),
      otherId: (edge: CanvasEdge) => edge.target,
    })),
  ];
}

/** Every input and output of the node with its connections, each of which can be removed here. */
export function InspectorConnections({ node }: { node: CanvasNode }) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const lines = usePortLines(node, (port) => {
    const name = givenName(port.label, port.type);
    return name ? t(name) : port.label;
  });
  const isAsked = useProblems((problems) => problems.known.has(node.id));
  const nodes = useCanvas((state) => state.nodes);
  const labelOf = (id: string) => nodes.find((candidate) => candidate.id === id)?.data.label ?? id;
  if (lines.length === 0) return null;
  return (
    <section className={styles['connections']} aria-labelledby={`${node.id}-connections`}>
      <h3 id={`${node.id}-connections`}>{t('connections')}</h3>
      {lines.map((line) => (
        <div
          key={line.id}
          className={styles['port']}
          // Problems with this input link here.
          data-port-field={line.name}
          tabIndex={-1}
          style={{ '--h': line.colour } as CSSProperties}
        >
          <i data-shape={line.shape} data-filled={line.edges.length > 0 || undefined} />
          <span>{line.label}</span>
          <div>
            {line.edges.map((edge) => (
              <span key={edge.id} className={styles['edge']}>
                {labelOf(line.otherId(edge))}
                <IconButton
                  label={t('disconnect', { source: labelOf(edge.source), target: labelOf(edge.target) })}
                  size="small"
                  onClick={() => run(remove([], [edge.id]))}
                >
                  <X size={14} />
                </IconButton>
              </span>
            ))}
            {line.edges.length === 0 && (
              <small data-missing={(line.isRequired && isAsked) || undefined}>
                {t(line.isRequired ? 'missing' : 'free')}
              </small>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}
