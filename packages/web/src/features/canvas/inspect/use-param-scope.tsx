import { useQuery } from '@tanstack/react-query';
import { useShallow } from 'zustand/shallow';
import { conditionVariables } from '../../../kit/params/condition/condition-variables.ts';
import { CredentialInput } from '../../../kit/params/credential-input.tsx';
import type { ParamScope } from '../../../kit/params/param-props.ts';
import { ToolPicker } from '../../../kit/params/tool-picker.tsx';
import { variableChoices } from '../../../kit/params/variable-choices.ts';
import { variablesQuery } from '../../../kit/params/variables.queries.ts';
import { setConditionOutputs } from '../commands/set-condition-outputs.ts';
import { type CanvasNode, toFlowData } from '../document/canvas-doc.ts';
import { useCanvasHost } from '../document/canvas-host.ts';
import { useCanvas, useCanvasStore, useRunCommand } from '../document/use-canvas.ts';
import { isAsked, leaveField, useProblems } from './problems-store.ts';

/** What the editors of a node's parameters may ask for, wherever they are drawn. */
export function useParamScope(node: CanvasNode): ParamScope {
  const store = useCanvasStore();
  const run = useRunCommand();
  const { flowId } = useCanvasHost();
  const { data: variables = [] } = useQuery(variablesQuery);
  const asked = useProblems(useShallow(({ known, left }) => ({ known, left })));
  const cannotLoad = useCanvas(({ templates }) => templates.get(node.data.name)?.canRun === false);
  const names = variables.map((variable) => variable.name);
  return {
    nodeName: node.data.name,
    nodeId: node.id,
    nodeLabel: node.data.label,
    credential: node.data.credential ?? '',
    cannotLoad,
    marksMissing: (name) => isAsked(asked, node.id, name),
    onLeaveField: (name) => leaveField(store, node.id, name),
    flowId,
    renderSecret: (props) => <CredentialInput {...props} />,
    renderRecordTools: (props) => <ToolPicker {...props} />,
    variablesOf: (input) => variableChoices(toFlowData(store.getState()), node.id, input, names),
    conditionVariables: () => conditionVariables(toFlowData(store.getState()), node.id, names),
    onSaveCondition: (values, outputs) => run(setConditionOutputs(node.id, outputs, values)),
  };
}
