/** A parameter of a flow that a call may set. */
export interface SampleField {
  name: string;
  /** The parameter's type in the catalogue: `string`, `number`, `json` … */
  type: string;
  nodeId?: string;
}

/** The name under which a call sends files. */
export const filesField = 'files';

const mostFields = 4;

/** The parameters that a sample shows: files first, each name once, at most four. */
export function chosenFields<F extends SampleField>(fields: readonly F[]): F[] {
  const names = new Set<string>();
  const distinct = fields.filter(({ name }) => !names.has(name) && names.add(name));
  const files = distinct.filter(({ name }) => name === filesField);
  return [...files, ...distinct.filter(({ name }) => name !== filesField)].slice(0, mostFields);
}

/** A value of the parameter's type that somebody can replace. */
export function exampleValue({ type }: Pick<SampleField, 'type'>): unknown {
  switch (type) {
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'json':
      return { key: 'value' };
    default:
      return 'example';
  }
}
