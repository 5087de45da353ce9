import { useQuery } from '@tanstack/react-query';
import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { useShallow } from 'zustand/shallow';
import { conditionVariables } from '../../../kit/params/condition/condition-variables.ts';
import { CredentialInput } from '../../../kit/params/credential-input.tsx';
import type { ParamScope } from '../../../kit/params/param-props.ts';
import { ToolPicker } from '../../../kit/params/tool-picker.tsx';
import { variableChoices } from '../../../kit/params/variable-choices.ts';
import { variablesQuery } from '../../../kit/params/variables.queries.ts';
import { setConditionOutputs } from '../commands/set-condition-outputs.ts';
import { type CanvasDoc, type CanvasNode, toFlowData } from '../document/canvas-doc.ts';
import { useCanvasHost } from '../document/canvas-host.ts';
import { stepsBefore } from '../document/steps-before.ts';
import { useCanvas, useCanvasStore, useRunCommand } from '../document/use-canvas.ts';
import { isAsked, leaveField, useProblems } from './problems-store.ts';
import { stateKeys, stepChoices, unknownReference } from './step-references.ts';

/** What a step of an agent flow may name, and what the drawing offers for its fields. */
function stepScope(
  doc: () => CanvasDoc,
  nodeId: string,
  names: readonly string[],
): Pick<ParamScope, 'variablesOf' | 'hasReferenceChips' | 'unknownReference' | 'drawnOptions'> {
  const variablesOf = (input: TemplateInput) => stepChoices(doc(), nodeId, input, names);
  return {
    variablesOf,
    hasReferenceChips: true,
    unknownReference: (text, input) => unknownReference(text, variablesOf(input), doc()),
    drawnOptions: (loadMethod) => {
      if (loadMethod === 'listRuntimeStateKeys')
        return stateKeys(doc()).map((name) => ({ name, label: name }));
      if (loadMethod !== 'listPreviousNodes') return undefined;
      return stepsBefore(doc(), nodeId).map(({ id, data }) => ({
        name: `${id}-${data.label}`,
        label: data.label,
        description: id,
      }));
    },
  };
}

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
    ...(isAgentFlowNode(node.data)
      ? stepScope(() => store.getState(), node.id, names)
      : {
          variablesOf: (input) => variableChoices(toFlowData(store.getState()), node.id, input, names),
        }),
    conditionVariables: () => conditionVariables(toFlowData(store.getState()), node.id, names),
    onSaveCondition: (values, outputs) => run(setConditionOutputs(node.id, outputs, values)),
  };
}
