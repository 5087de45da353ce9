import type { PinnedOutput } from '@tendril/contract/flow/flow';
import type { Command } from './canvas-commands.ts';

/** Pins an output of a node, which test runs then use instead of running it; null unpins it. */
export function pinOutput(nodeId: string, pinned: PinnedOutput | null): Command {
  return (doc) => {
    const node = doc.nodes.find((candidate) => candidate.id === nodeId);
    if (!node || (pinned === null && !node.pinned)) return doc;
    const changed = { ...node, pinned: pinned ?? undefined };
    return { ...doc, nodes: doc.nodes.map((candidate) => (candidate === node ? changed : candidate)) };
  };
}
