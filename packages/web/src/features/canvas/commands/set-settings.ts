import { agentFlowOutputId } from '@tendril/contract/flow/agent-flow-node';
import type { NodeSettings } from '@tendril/contract/flow/flow';
import { type Command, grouped } from './canvas-commands.ts';

const isEmpty = (settings: NodeSettings) => Object.values(settings).every((value) => value === undefined);

/** Sets what a run does when a node fails; a way on for errors that is given up takes its edges along. */
export function setSettings(nodeId: string, settings: NodeSettings): Command {
  return grouped(`settings ${nodeId}`, (doc) => {
    const nodes = doc.nodes.map((node) => {
      if (node.id !== nodeId) return node;
      const { settings: _, ...data } = node.data;
      return { ...node, data: isEmpty(settings) ? data : { ...data, settings } } as typeof node;
    });
    const error = agentFlowOutputId(nodeId, 'error');
    const edges =
      settings.onError === 'branch' ? doc.edges : doc.edges.filter((edge) => edge.sourceHandle !== error);
    return { ...doc, nodes, edges: edges.length === doc.edges.length ? doc.edges : edges };
  });
}
