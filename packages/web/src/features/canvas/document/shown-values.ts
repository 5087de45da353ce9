import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { visibleInputs } from '@tendril/contract/node/visibility';
import { memoizeByObject } from '../../../kit/lib/memoize.ts';

const maxRows = 3;
const hiddenRank = 3;

/** The parameters of a node that are shown for its present values. */
export function visibleParams(data: FlowNodeData): TemplateInput[] {
  const params = (data.inputParams ?? []) as TemplateInput[];
  return visibleInputs(params, data.inputs ?? {}).filter((param) => !param.hidden);
}

/** Whether a value of a flow file counts as not set. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Whether a parameter has to be filled in before the flow can run. */
export function isMissing(data: FlowNodeData, param: TemplateInput): boolean {
  if (param.optional || param.type === 'boolean' || param.type === 'tabs') return false;
  if (param.type === 'credential') return isUnset(data.credential);
  return isUnset(data.inputs?.[param.name]) && isUnset(param.default);
}

interface ShownValues {
  rows: readonly TemplateInput[];
  /** How many parameters the card omits. */
  more: number;
}

/** The at most three parameters on a node's face: what is missing first, then what belongs there, then what differs from its default. */
export const shownValues = memoizeByObject((data: FlowNodeData): ShownValues => {
  if (data.name === 'stickyNote') return { rows: [], more: 0 };
  const params = visibleParams(data);
  const rank = (param: TemplateInput) => {
    if (isMissing(data, param)) return 0;
    const value = param.type === 'credential' ? data.credential : data.inputs?.[param.name];
    // It stands among the ports already.
    if (param.acceptVariable && isUnset(value)) return hiddenRank;
    if (!param.additionalParams && param.type !== 'credential') return 1;
    return isUnset(value) || value === param.default ? hiddenRank : 2;
  };
  const chosen = new Set(
    params
      .map((param, index) => ({ param, order: rank(param) * params.length + index }))
      .filter(({ param }) => rank(param) < hiddenRank)
      .sort((one, other) => one.order - other.order)
      .slice(0, maxRows)
      .map(({ param }) => param),
  );
  return { rows: params.filter((param) => chosen.has(param)), more: params.length - chosen.size };
});
