import type { Answer } from '@tendril/contract/api/endpoint';
import type { readFlowConfig } from '@tendril/contract/api/flow-settings';
import type { FlowNode } from '@tendril/contract/flow/flow';
import { isParamType, type ParamType } from '@tendril/contract/node/param-type';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { IntakeParts } from './flow-intake.ts';
import { type OwnDrawingParts, readOwnDrawing } from './read-own-drawing.ts';

interface FlowConfigParts extends OwnDrawingParts {
  findTemplate: IntakeParts['findTemplate'];
}

interface ConfiguredNode extends Pick<FlowNode['data'], 'name' | 'label' | 'inputParams'> {
  id: string;
}

type Row = Answer<typeof readFlowConfig>[number];

/** Passwords and files are never taken from a call; the dialogs of a condition have no single value to lay over. */
const closed = new Set<ParamType>(['password', 'file', 'folder', 'conditionFunction']);

/**
 * Lists the parameters of a flow that callers may override once they are enabled: for people those of the draft, as
 * they set it up on the canvas, for programs those of their version. Values are never included.
 */
export function createFlowConfig(parts: FlowConfigParts) {
  return {
    async ofFlow(caller: ScopedCaller, id: string): Promise<Row[]> {
      const { nodes } = (await readOwnDrawing(parts, caller, id)).flowData;
      const active = nodes.filter(({ isDisabled }) => !isDisabled);
      const rows = await Promise.all(
        active.map(({ id: nodeId, data }) => rowsOf({ ...data, id: nodeId }, parts.findTemplate)),
      );
      return rows.flat();
    },

    ofNode: (node: ConfiguredNode): Promise<Row[]> => rowsOf(node, parts.findTemplate),
  };
}

async function rowsOf(node: ConfiguredNode, findTemplate: IntakeParts['findTemplate']): Promise<Row[]> {
  const { name, label } = node;
  if (name.startsWith('stickyNote')) return [];
  const inputs = (await findTemplate(name))?.inputs ?? node.inputParams ?? [];
  return inputs.flatMap((input) => {
    if (!isParamType(input.type) || closed.has(input.type)) return [];
    const shown = typeof input['label'] === 'string' ? input['label'] : input.name;
    return { node: label, nodeId: node.id, label: shown, name: input.name, type: input.type };
  });
}
