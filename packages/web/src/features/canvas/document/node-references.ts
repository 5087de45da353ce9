/** What a connected input holds: the value of another node. */
export function referenceTo(nodeId: string): string {
  return `{{${nodeId}.data.instance}}`;
}

interface WiredPort {
  isList: boolean;
  isParam: boolean;
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value ? [value] : []);

/** An input's value after an edge from a node was drawn to it: parameters keep their text. */
export function wiredValue(port: WiredPort, value: unknown, sourceId: string): unknown {
  if (port.isParam) return value;
  return port.isList ? [...asList(value), referenceTo(sourceId)] : referenceTo(sourceId);
}

/** An input's value after an edge from a node was taken away. */
export function unwiredValue(port: WiredPort, value: unknown, sourceId: string): unknown {
  const reference = referenceTo(sourceId);
  if (port.isParam) return typeof value === 'string' ? value.replace(reference, '') : value;
  if (!port.isList) return '';
  const list = asList(value);
  const at = list.indexOf(reference);
  const left = at === -1 ? list : list.toSpliced(at, 1);
  return left.length > 0 ? left : '';
}

/** An input's value after another node came between it and the node that fed it: the new one takes the same place. */
export function rewiredValue(port: WiredPort, value: unknown, sourceId: string, newId: string): unknown {
  const [old, now] = [referenceTo(sourceId), referenceTo(newId)];
  if (port.isParam) return typeof value === 'string' ? value.replace(old, now) : value;
  if (!port.isList) return now;
  const list = asList(value);
  const at = list.indexOf(old);
  return at === -1 ? [...list, now] : list.with(at, now);
}
