import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { AnyNode, NodeCatalogue } from '@tendril/contract/node/define-node';
import { ancestorsOf, findCycle, findEndings, orderNodes } from './find-endings.ts';
import type { FlowPlan, FlowProblem, PlannedNode } from './flow-plan.ts';
import { joinRunVariables } from './join-run-variables.ts';
import { planInputs, readEdges, type WiredSources } from './plan-inputs.ts';
import { ValueCache } from './value-cache.ts';

/** Values of an older version of a node, brought up to the shape the catalogue knows. */
function upgradeValues(node: FlowNode, definition: AnyNode): FlowNode {
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

function chosenOutputOf(node: FlowNode, definition: AnyNode): string {
  const chosen = node.data.outputs?.output;
  if (typeof chosen === 'string' && chosen in definition.outputs) return chosen;
  return Object.keys(definition.outputs)[0] ?? '';
}

function isCredentialMissing(node: FlowNode, { credential }: AnyNode, id: string | undefined): boolean {
  if (!credential || credential.optional || id !== undefined) return false;
  return !credential.unless || !node.data.inputs?.[credential.unless];
}

function planNode(
  node: FlowNode,
  definition: AnyNode,
  wired: WiredSources,
  chosenOutput: (nodeId: string) => string | undefined,
  report: (problem: FlowProblem) => void,
): PlannedNode {
  const inputs = planInputs(node, definition, wired, chosenOutput, report);
  const dependencies = new Set(inputs.flatMap((input) => input.sources.map((source) => source.nodeId)));
  const credentialId = node.data.credential || undefined;
  if (isCredentialMissing(node, definition, credentialId)) {
    const isMissing = { code: 'CREDENTIAL_MISSING', nodeId: node.id } as const;
    report({ ...isMissing, message: `${node.data.label} needs a key. Add one, or use the demo model.` });
  }
  return {
    id: node.id,
    name: node.data.name,
    label: node.data.label,
    definition,
    inputs,
    dependencies: [...dependencies],
    output: chosenOutputOf(node, definition),
    ...(credentialId && { credentialId }),
  };
}

/** Whether the answer can be sent piece by piece: not when it has to be read as a whole first. */
function canStream(nodes: ReadonlyMap<string, PlannedNode>, endings: readonly string[]): boolean {
  return endings.some((id) => {
    const node = nodes.get(id);
    return (
      node?.inputs.every((input) => input.name !== 'outputParser' || input.sources.length === 0) ?? false
    );
  });
}

function describePlan(
  nodes: ReadonlyMap<string, PlannedNode>,
): Pick<FlowPlan, 'fixedSessionId' | 'memoryType' | 'isDemo' | 'isPipeline'> {
  const planned = [...nodes.values()];
  const memory = planned.find((node) => node.definition.role === 'memory');
  const sessionId = memory?.inputs.find((input) => input.name === 'sessionId');
  const fixed =
    sessionId?.kind === 'param' && typeof sessionId.fixed?.value === 'string' ? sessionId.fixed.value : '';
  return {
    ...(fixed && { fixedSessionId: fixed }),
    ...(memory && { memoryType: memory.definition.label }),
    isDemo: planned.some((node) => node.definition.tags?.includes('demo')),
    isPipeline: planned.some((node) => node.definition.role === 'pipeline'),
  };
}

/**
 * Turns a flow into a plan: definitions looked up, edges and references resolved, fixed values read, problems named.
 * Done once per flow version; a plan with problems that are no warnings is refused by `runFlow`.
 */
export async function compileFlow(flow: FlowData, catalogue: NodeCatalogue): Promise<FlowPlan> {
  const problems: FlowProblem[] = [];
  const found = new Map<string, { node: FlowNode; definition: AnyNode }>();
  const definitions = await Promise.all(flow.nodes.map((node) => catalogue.load(node.data.name)));
  for (const [index, node] of flow.nodes.entries()) {
    const definition = definitions[index];
    if (!definition) {
      const message = `${node.data.label}: this installation has no node "${node.data.name}".`;
      const isLoose = flow.edges.every((edge) => edge.source !== node.id);
      problems.push({ code: 'UNKNOWN_NODE', message, nodeId: node.id, isWarning: isLoose });
    } else if (definition.role !== 'note') {
      found.set(node.id, { node: upgradeValues(node, definition), definition });
    }
  }

  const { wired, problems: edgeProblems } = readEdges(flow, new Set(found.keys()));
  const chosenOutput = (nodeId: string) => {
    const entry = found.get(nodeId);
    return entry && chosenOutputOf(entry.node, entry.definition);
  };
  const byNode = new Map<string, FlowProblem[]>();
  const nodes = new Map<string, PlannedNode>();
  for (const [id, { node, definition }] of found) {
    const own: FlowProblem[] = [];
    nodes.set(
      id,
      planNode(node, definition, wired, chosenOutput, (problem) => own.push(problem)),
    );
    byNode.set(id, own);
  }

  joinRunVariables(nodes);
  const cycle = findCycle(nodes);
  if (cycle)
    problems.push({
      code: 'CYCLE',
      nodeId: cycle,
      message: `${nodes.get(cycle)?.label ?? cycle} waits for itself.`,
    });
  const { endings, problems: endingProblems } = findEndings(flow, nodes);
  const needed = new Set(endings.flatMap((id) => [id, ...ancestorsOf(id, nodes)]));
  // A loose node that no ending needs is a warning: the flow runs without it.
  for (const [id, own] of byNode)
    problems.push(...own.map((problem) => (needed.has(id) ? problem : { ...problem, isWarning: true })));
  return {
    nodes,
    order: cycle ? [] : orderNodes(endings, nodes),
    endings,
    problems: [...problems, ...edgeProblems, ...endingProblems],
    canStream: canStream(nodes, endings),
    ...describePlan(nodes),
    nodeNames: [...new Set(flow.nodes.map((node) => node.data.name))],
    values: new ValueCache(),
  };
}
