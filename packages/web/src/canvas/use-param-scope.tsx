import { useQuery } from '@tanstack/react-query';
import { conditionVariables } from '../params/condition/condition-variables.ts';
import type { ParamScope } from '../params/param-props.ts';
import { ToolPicker } from '../params/tool-picker.tsx';
import { variableChoices } from '../params/variable-choices.ts';
import { type CanvasNode, toFlowData } from './canvas-doc.ts';
import { useCanvasHost } from './canvas-host.ts';
import { setConditionOutputs } from './commands/set-condition-outputs.ts';
import { useCanvasStore, useRunCommand } from './use-canvas.ts';
import { variablesQuery } from './variables.queries.ts';

/** What the editors of a node's parameters may ask for, wherever they are drawn. */
export function useParamScope(node: CanvasNode): ParamScope {
  const store = useCanvasStore();
  const run = useRunCommand();
  const { flowId } = useCanvasHost();
  const { data: variables = [] } = useQuery(variablesQuery);
  const names = variables.map((variable) => variable.name);
  return {
    nodeName: node.data.name,
    nodeId: node.id,
    nodeLabel: node.data.label,
    credential: node.data.credential ?? '',
    flowId,
    renderRecordTools: (props) => <ToolPicker {...props} />,
    variablesOf: (input) => variableChoices(toFlowData(store.getState()), node.id, input, names),
    conditionVariables: () => conditionVariables(toFlowData(store.getState()), node.id, names),
    onSaveCondition: (values, outputs) => run(setConditionOutputs(node.id, outputs, values)),
  };
}
