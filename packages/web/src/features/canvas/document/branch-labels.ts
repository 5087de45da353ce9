import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { outputPorts } from './node-ports.ts';

/** What the outputs that a branching node took are called on its card. */
export function branchLabels(data: FlowNodeData, branches: readonly string[] = []): string[] {
  const ports = outputPorts(data);
  return branches.map((name) => ports.find((port) => port.name === name)?.label ?? name);
}
