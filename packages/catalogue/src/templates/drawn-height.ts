import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import type { FlowNode } from '@tendril/contract/flow/flow';

/** A canvas draws text larger, in flow units, the further it is zoomed out: boxes leave space for the largest. */
const scale = 1 / 0.55;
const head = 39;
const row = 22;
const pad = 9;
const mostValues = 4;
const noteLetters = 18;
const noteLine = 39;

interface Ports {
  acceptVariable?: boolean;
}

const frameHeight = 190;

/** A step of an agent flow: its head, and a row for each of several ways on. */
function tileHeight({ name, outputAnchors }: FlowNode['data']): number {
  if (name === 'iterationAgentflow') return frameHeight;
  const outputs = outputAnchors?.length ?? 0;
  return Math.round((head + (outputs > 1 ? pad + outputs * row : 0)) * scale);
}

/** The maximum height that a node takes on a canvas. */
export function drawnHeight({ data }: Pick<FlowNode, 'data'>): number {
  if (data.name.startsWith('stickyNote')) {
    const lines = String(data.inputs?.['note'] ?? '').split('\n');
    return (
      24 + noteLine * lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / noteLetters)), 0)
    );
  }
  if (isAgentFlowNode(data)) return tileHeight(data);
  const params = data.inputParams ?? [];
  const inputs =
    (data.inputAnchors?.length ?? 0) + params.filter((param) => (param as Ports).acceptVariable).length;
  const outputs = data.outputAnchors?.[0]?.options?.length ?? 1;
  const zone = (rows: number) => (rows > 0 ? pad + rows * row : 0);
  return Math.round(
    (head + zone(Math.max(inputs, outputs)) + zone(Math.min(mostValues, params.length))) * scale,
  );
}
