/** A node of an agent flow; its kind is the id before the last underscore. */
export function agentNode(id: string, inputs: object = {}) {
  const data = { id, name: kindOf(id), label: `The ${id}`, inputs };
  return { id, type: 'agentFlow', position: { x: 0, y: 0 }, data };
}

/** An edge of an agent flow, from an output with this name. */
export function agentEdge(source: string, target: string, output = kindOf(source)) {
  const sourceHandle = `${source}-output-${output}`;
  return { source, target, sourceHandle, targetHandle: target, type: 'agentFlow' };
}

function kindOf(id: string): string {
  return id.slice(0, id.lastIndexOf('_'));
}
