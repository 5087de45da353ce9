import type { Answer } from '@tendril/contract/api/endpoint';
import type { readFlowConfig } from '@tendril/contract/api/flow-settings';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import { isParamType, type ParamType } from '@tendril/contract/node/param-type';
import type { Database } from '../../../platform/db/schema.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { IntakeParts } from './flow-intake.ts';
import { flowVersionStore } from './flow-versions.store.ts';
import { missingFlow } from './flow-writer.ts';
import type { LiveFlows } from './live-flows.ts';

interface FlowConfigParts {
  db: Database;
  liveFlows: Pick<LiveFlows, 'find'>;
  findTemplate: IntakeParts['findTemplate'];
}

type Row = Answer<typeof readFlowConfig>[number];

/** Passwords and files are never taken from a call; the dialogs of a condition have no single value to lay over. */
const closed = new Set<ParamType>(['password', 'file', 'folder', 'conditionFunction']);

/**
 * Lists the parameters of a flow that callers may override once they are enabled: for people those of the draft, as
 * they set it up on the canvas, for programs those of their version. Values are never included.
 */
export function createFlowConfig({ db, liveFlows, findTemplate }: FlowConfigParts) {
  return async (caller: ScopedCaller, id: string): Promise<Row[]> => {
    const flow = await liveFlows.find(id);
    if (flow?.workspaceId !== caller.workspaceId) throw missingFlow();
    const versionId = caller.kind === 'user' ? flow.draftVersionId : flow.liveVersionId;
    const version = await flowVersionStore(db).find(caller, id, versionId);
    if (!version) throw missingFlow();
    const { nodes } = JSON.parse(version.flowData) as FlowData;
    const rows = await Promise.all(nodes.map((node) => rowsOf(node, findTemplate)));
    return rows.flat();
  };
}

async function rowsOf(node: FlowNode, findTemplate: IntakeParts['findTemplate']): Promise<Row[]> {
  const { name, label } = node.data;
  if (name.startsWith('stickyNote') || node.isDisabled) return [];
  const inputs = (await findTemplate(name))?.inputs ?? node.data.inputParams ?? [];
  return inputs.flatMap((input) => {
    if (!isParamType(input.type) || closed.has(input.type)) return [];
    const shown = typeof input['label'] === 'string' ? input['label'] : input.name;
    return { node: label, nodeId: node.id, label: shown, name: input.name, type: input.type };
  });
}
