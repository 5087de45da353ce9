import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { chosenTab } from '../../../kit/params/tab-choice.ts';

/** A parameter with the value it holds; of one with tabs, the chosen tab and what stands in it. */
export function heldValue(
  data: FlowNodeData,
  param: TemplateInput,
): { param: TemplateInput; value: unknown } {
  const inputs = data.inputs ?? {};
  if (!param.tabs) return { param, value: inputs[param.name] };
  const name = chosenTab(param, inputs, data.id);
  const tab = param.tabs.find((candidate) => candidate.name === name);
  return tab ? { param: tab, value: inputs[tab.name] } : { param, value: undefined };
}
