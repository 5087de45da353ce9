import { createHash } from 'node:crypto';
import type { PlannedNode } from './flow-plan.ts';

/** A short hash of a node's definition: it changes when the node, its values or its sources change. */
export function nodeFingerprint(node: PlannedNode): string {
  const inputs = node.inputs.map((input) => [
    input.name,
    input.sources,
    ...(input.kind === 'param' ? [input.tab ?? '', input.raw ?? ''] : []),
  ]);
  const { name, output, credentialId = '', isPassing = false, pinned = null } = node;
  const text = JSON.stringify([name, output, credentialId, isPassing, pinned, inputs]);
  return createHash('sha256').update(text).digest('base64url');
}
