/** Anything that waits for others. */
export interface Waiting {
  dependencies: readonly string[];
}

type Nodes = ReadonlyMap<string, Waiting>;

/** All nodes that a node waits for, directly or not. */
export function ancestorsOf(nodeId: string, nodes: Nodes): Set<string> {
  const found = new Set<string>();
  const queue = [nodeId];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const dependency of nodes.get(id)?.dependencies ?? []) {
      if (found.has(dependency)) continue;
      found.add(dependency);
      queue.push(dependency);
    }
  }
  return found;
}

/** All nodes that wait for one of `starts`, directly or not; the starts are among them. */
export function withDescendants(starts: Iterable<string>, nodes: Nodes): Set<string> {
  const waiting = new Map<string, string[]>();
  for (const [id, node] of nodes) {
    for (const dependency of node.dependencies) {
      const list = waiting.get(dependency);
      if (list) list.push(id);
      else waiting.set(dependency, [id]);
    }
  }
  const found = new Set(starts);
  const queue = [...found];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const next of waiting.get(id) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      queue.push(next);
    }
  }
  return found;
}

/** A node on a cycle, if there is one; the engine would wait for it for ever. */
export function findCycle(nodes: Nodes): string | undefined {
  const settled = new Set<string>();
  const open = new Set<string>();
  for (const start of nodes.keys()) {
    const stack: { id: string; isLeaving: boolean }[] = [{ id: start, isLeaving: false }];
    for (let step = stack.pop(); step; step = stack.pop()) {
      if (step.isLeaving) {
        open.delete(step.id);
        settled.add(step.id);
        continue;
      }
      if (settled.has(step.id)) continue;
      if (open.has(step.id)) return step.id;
      open.add(step.id);
      stack.push({ id: step.id, isLeaving: true });
      for (const dependency of nodes.get(step.id)?.dependencies ?? []) {
        if (open.has(dependency)) return dependency;
        stack.push({ id: dependency, isLeaving: false });
      }
    }
  }
  return undefined;
}

/**
 * The nodes of `roots` with everything they need, sources first. Nodes that `isGiven` accepts are left out, and so is
 * what only they need. The graph must have no cycle.
 */
export function orderNodes(
  roots: readonly string[],
  nodes: Nodes,
  isGiven: (id: string) => boolean = () => false,
): string[] {
  const order = new Set<string>();
  const stack = roots.filter((id) => !isGiven(id)).map((id) => ({ id, isLeaving: false }));
  stack.reverse();
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (order.has(step.id)) continue;
    if (step.isLeaving) {
      order.add(step.id);
      continue;
    }
    stack.push({ id: step.id, isLeaving: true });
    // The last one pushed comes first.
    for (const id of nodes.get(step.id)?.dependencies.toReversed() ?? []) {
      if (!order.has(id) && !isGiven(id)) stack.push({ id, isLeaving: false });
    }
  }
  return [...order];
}
