import type { FlowNode } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { PlannedNode } from '../../flow-plan.ts';
import { chosenOutputOf } from './chosen-output.ts';
import { failedOutputs } from './failed-outputs.ts';
import { planInputs } from './plan-inputs.ts';
import type { FoundNode, Wiring } from './read-edges.ts';
import { readWired } from './read-inputs.ts';

/** Values of an older version of a node, migrated to the version that the catalogue knows. */
export function upgradeValues(node: FlowNode, definition: AnyNode): FlowNode {
  let inputs = node.data.inputs ?? {};
  const steps = Object.entries(definition.upgrades ?? {}).map(([version, upgrade]) => ({
    version: Number(version),
    upgrade,
  }));
  for (const step of steps.sort((left, right) => left.version - right.version)) {
    if (step.version > (node.data.version ?? definition.version) && step.version <= definition.version)
      inputs = step.upgrade(inputs);
  }
  return { ...node, data: { ...node.data, inputs } };
}

function isCredentialMissing(node: FlowNode, { credential }: AnyNode, id: string | undefined): boolean {
  if (!credential || credential.optional || id !== undefined) return false;
  return !credential.unless || !node.data.inputs?.[credential.unless];
}

function drawnOptions(node: FlowNode): PlannedNode['outputOptions'] {
  const options = node.data.outputAnchors?.[0]?.options;
  return options?.map(({ name, label }) => ({ name, label: label ?? name }));
}

/** One planned node: its sources, what it passes on, and its problems. */
export function planNode(
  found: FoundNode,
  wiring: Wiring,
  chosenOutput: (nodeId: string) => string | undefined,
  report: (problem: FlowProblem) => void,
): PlannedNode {
  const { node, definition, isPassing } = found;
  const inputs = planInputs(found, wiring, chosenOutput, report);
  const read = inputs.filter((input) => input.kind === 'param' || !input.isForUpsert);
  const dependencies = new Set(read.flatMap((input) => input.sources.map((source) => source.nodeId)));
  const credentialId = node.data.credential || undefined;
  if (!isPassing && isCredentialMissing(node, definition, credentialId)) {
    const message = `${node.data.label} needs a key. Add one, or use the demo model.`;
    report({ code: 'CREDENTIAL_MISSING', nodeId: node.id, input: 'credential', message });
  }
  const options = definition.branches ? drawnOptions(node) : undefined;
  return {
    id: node.id,
    name: node.data.name,
    label: node.data.label,
    definition,
    inputs,
    dependencies: [...dependencies],
    output: chosenOutputOf(node, definition),
    ...(definition.step?.entry !== undefined && { entry: definition.step.entry }),
    read: readWired,
    failed: failedOutputs(definition),
    ...(node.data.settings && { settings: node.data.settings }),
    ...(credentialId && { credentialId }),
    ...(isPassing && { isPassing }),
    ...(options && { outputOptions: options }),
    ...(node.pinned && !isPassing && { pinned: node.pinned.outputs }),
  };
}
