import type { FlowNode, FlowNodeData } from '@tendril/contract/flow/flow';

/**
 * The parts of a node that two people may change apart from each other: `position`, `label`, `input:<name>`,
 * `credential`, `output` (the chosen one), `disabled`, `pinned`, `shape` (its ports and version, which the catalogue
 * gives it) and `key:<name>` for keys of the file we do not know.
 */
export type Facets = ReadonlyMap<string, unknown>;

/** Rewritten by each drawing: never a change. */
const drawnKeys = new Set([
  'id',
  'position',
  'positionAbsolute',
  'width',
  'height',
  'selected',
  'dragging',
  'data',
  'isDisabled',
  'pinned',
]);
const ownDataKeys = new Set(['id', 'label', 'inputs', 'credential', 'outputs', 'selected']);

const inputPrefix = 'input:';
const keyPrefix = 'key:';

/** The parameter a facet stands for. */
export function inputOf(facet: string): string | undefined {
  return facet.startsWith(inputPrefix) ? facet.slice(inputPrefix.length) : undefined;
}

const without = (record: Readonly<Record<string, unknown>>, keys: ReadonlySet<string>) =>
  Object.entries(record).filter(([key, value]) => !keys.has(key) && value !== undefined);

/** Takes a node apart. */
export function readFacets({ position, data, isDisabled, pinned, ...rest }: FlowNode): Facets {
  const facets = new Map<string, unknown>([
    ['position', { x: position.x, y: position.y }],
    ['label', data.label],
    ['shape', Object.fromEntries(without(data, ownDataKeys))],
  ]);
  for (const [name, value] of Object.entries(data.inputs ?? {})) facets.set(inputPrefix + name, value);
  if (data.credential !== undefined) facets.set('credential', data.credential);
  if (data.outputs !== undefined) facets.set('output', data.outputs);
  if (isDisabled) facets.set('disabled', true);
  if (pinned) facets.set('pinned', pinned);
  for (const [key, value] of without(rest, drawnKeys)) facets.set(keyPrefix + key, value);
  return facets;
}

function readData(id: string, facets: Facets): FlowNodeData {
  const inputs: Record<string, unknown> = {};
  for (const [facet, value] of facets) {
    const name = inputOf(facet);
    if (name !== undefined && value !== undefined) inputs[name] = value;
  }
  const credential = facets.get('credential');
  const outputs = facets.get('output');
  return {
    ...(facets.get('shape') as Omit<FlowNodeData, 'id' | 'label'> & { name: string }),
    id,
    label: String(facets.get('label') ?? ''),
    inputs,
    ...(credential !== undefined && { credential: String(credential) }),
    ...(outputs !== undefined && { outputs: outputs as Record<string, unknown> }),
  };
}

/** Puts a node together again; what its drawing adds (size, selection) comes with the next save. */
export function writeFacets(id: string, facets: Facets): FlowNode {
  const kept: Record<string, unknown> = {};
  for (const [facet, value] of facets) {
    if (facet.startsWith(keyPrefix) && value !== undefined) kept[facet.slice(keyPrefix.length)] = value;
  }
  const { x, y } = facets.get('position') as { x: number; y: number };
  const pinned = facets.get('pinned');
  return {
    ...kept,
    id,
    position: { x, y },
    data: { ...readData(id, facets), selected: false },
    ...(facets.get('disabled') === true && { isDisabled: true }),
    ...(pinned !== undefined && { pinned: pinned as NonNullable<FlowNode['pinned']> }),
  };
}
