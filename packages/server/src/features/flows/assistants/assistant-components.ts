import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import type { Scope } from '../../../platform/db/scope.ts';
import type { NodeService } from '../nodes/public.ts';
import { frameNodes } from './assistant-flow.ts';

interface ComponentParts {
  templates(): Promise<readonly NodeTemplate[]>;
  nodes: Pick<NodeService, 'loadOptions'>;
}

/** The parts an assistant can be built from. */
export function createAssistantComponents({ templates, nodes }: ComponentParts) {
  return {
    models: async (): Promise<NodeTemplate[]> =>
      (await templates()).filter(
        ({ category, baseClasses }) => category === 'Chat Models' && baseClasses.includes('BaseChatModel'),
      ),

    /** A tool that needs another node, such as a chain, does not fit into the form of an assistant. */
    tools: async (): Promise<NodeTemplate[]> =>
      (await templates()).filter(
        (template) => template.category.startsWith('Tools') && !template.inputs.some(isNeededAnchor),
      ),

    /** Knowledge bases that can be searched; none where the catalogue has no node for them. */
    async stores(scope: Scope, signal: AbortSignal) {
      const hasNode = (await templates()).some(({ name }) => name === frameNodes.store);
      if (!hasNode) return [];
      const asked = { loadMethod: 'listStores', inputs: {} };
      const choices = await nodes.loadOptions(scope, frameNodes.store, asked, signal);
      return choices.map(({ name, label, description = '' }) => ({ name, label, description }));
    },
  };
}

export type AssistantComponents = ReturnType<typeof createAssistantComponents>;

function isNeededAnchor({ type, optional }: NodeTemplate['inputs'][number]): boolean {
  return !optional && !isParamType(type) && type !== 'credential';
}
