import { AppError } from '@tendril/contract/app-error';
import type { FlowPlan, PlannedNode } from '@tendril/engine/flow-plan';

const category = 'Vector Stores';

/**
 * The store that an upsert fills: the requested one, or the only one with connected documents. Throws INVALID_INPUT or
 * FLOW_INVALID.
 */
export function findStore({ nodes }: Pick<FlowPlan, 'nodes'>, stopNodeId: string | undefined): PlannedNode {
  const stores = [...nodes.values()].filter(isFillable);
  if (stopNodeId !== undefined && stopNodeId !== '') {
    const wanted = stores.find(({ id }) => id === stopNodeId);
    if (!wanted) throw refuse(`"${stopNodeId}" is no vector store with documents wired. ${listed(stores)}`);
    return requireUpsert(wanted);
  }
  const [only] = stores;
  if (!only)
    throw new AppError(
      'FLOW_INVALID',
      'The flow has no vector store with a document loader connected to it.',
    );
  if (stores.length > 1)
    throw refuse(`is needed, because the flow has several vector stores. ${listed(stores)}`);
  return requireUpsert(only);
}

// Stores that only load what exists already are not filled.
function isFillable(node: PlannedNode): boolean {
  if (node.definition.category !== category || /Upsert|Load Existing/.test(node.definition.label))
    return false;
  return node.inputs.some(
    (input) => input.kind === 'anchor' && input.name === 'document' && input.sources.length > 0,
  );
}

function requireUpsert(node: PlannedNode): PlannedNode {
  if (node.definition.upsert) return node;
  throw new AppError('FLOW_INVALID', `${node.label} cannot be filled from here.`);
}

function listed(stores: readonly PlannedNode[]): string {
  return stores.length === 0
    ? ''
    : `They are: ${stores.map(({ id, label }) => `${id} (${label})`).join(', ')}`;
}

function refuse(message: string): AppError {
  const path = 'stopNodeId';
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

/** A node and everything it depends on, sources first. Throws FLOW_INVALID on a cycle. */
export function nodesUpTo(target: PlannedNode, { nodes }: Pick<FlowPlan, 'nodes'>): PlannedNode[] {
  const ordered = new Set<PlannedNode>();
  const open = new Set<PlannedNode>();
  const visit = (node: PlannedNode): void => {
    if (ordered.has(node)) return;
    if (open.has(node)) throw new AppError('FLOW_INVALID', `${node.label} waits for itself.`);
    open.add(node);
    // What only an upsert reads is no dependency of other runs.
    const wired = node === target ? node.inputs.flatMap(({ sources }) => sources) : [];
    for (const id of new Set([...node.dependencies, ...wired.map(({ nodeId }) => nodeId)])) {
      const before = nodes.get(id);
      if (before) visit(before);
    }
    ordered.add(node);
  };
  visit(target);
  return [...ordered];
}

interface UpsertPlanParts {
  plan: FlowPlan;
  store: PlannedNode;
  /** Loaders whose documents are used; all of them when absent. */
  loaders: ReadonlySet<string> | undefined;
  values: FlowPlan['values'];
}

/** The plan of a run that ends in a store and returns what happened to its documents. */
export function toUpsertPlan({ plan, store, loaders, values }: UpsertPlanParts): FlowPlan {
  const { definition } = store;
  const inputs = store.inputs.map((input) =>
    input.kind === 'anchor' && input.name === 'document' && loaders
      ? { ...input, sources: input.sources.filter(({ nodeId }) => loaders.has(nodeId)) }
      : input,
  );
  const wired = inputs.flatMap((input) => input.sources.map(({ nodeId }) => nodeId));
  const others = loaders ? [] : store.dependencies;
  const dependencies = [...new Set([...others, ...wired])].filter((id) => plan.nodes.has(id));
  const ending: PlannedNode = {
    ...store,
    inputs,
    dependencies,
    definition: {
      ...definition,
      role: 'ending',
      answer: async (given, context) => ({ json: await definition.upsert?.(given, context) }),
    },
  };
  const nodes = new Map(plan.nodes).set(store.id, ending);
  const order = nodesUpTo(ending, { nodes })
    .map(({ id }) => id)
    .filter((id) => id !== store.id);
  const members = new Set([...order, store.id]);
  const problems = [...plan.problems, ...[...members].flatMap((id) => plan.nodeProblems.get(id) ?? [])];
  return {
    ...plan,
    nodes,
    order,
    endings: [store.id],
    problems: problems.filter(({ nodeId }) => nodeId !== undefined && members.has(nodeId)),
    values,
  };
}
