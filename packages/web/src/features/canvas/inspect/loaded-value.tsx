import { useQuery } from '@tanstack/react-query';
import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { isRecordList, nodeOptionsQuery } from '../../../kit/params/node-options.queries.ts';
import { useCanvas } from '../document/use-canvas.ts';

/** The label of a value chosen from a list the node loads; the value itself until the list is there. */
export function LoadedValue({
  data,
  param,
  value,
}: {
  data: FlowNodeData;
  param: TemplateInput;
  value: string;
}) {
  const loadMethod = param.loadMethod ?? '';
  const scope = { nodeName: data.name, nodeId: data.id, credential: data.credential ?? '' };
  const templates = useCanvas((state) => state.templates);
  const { data: options } = useQuery({
    ...nodeOptionsQuery(scope, loadMethod, data.inputs ?? {}),
    // What others list is shown as it is kept, unless the inspector has asked for the list already.
    enabled: isRecordList(loadMethod) && !param.loadConfig && templates.get(data.name)?.canRun !== false,
  });
  if (param.loadConfig) return templates.get(value)?.label ?? value;
  return options?.find((option) => option.name === value)?.label ?? value;
}
