import type { TemplateInput } from '@tendril/contract/node/node-template';
import { swapInDemoModel } from '../commands/swap-in-demo-model.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas, useRunCommand } from '../document/use-canvas.ts';

const demoName = 'demoModel';

interface KeyHelp {
  /** Kinds of secrets the node takes. */
  kinds: readonly string[];
  /** Puts the demo model in the node's place; left out where it is no chat model. */
  swap: (() => void) | undefined;
}

/** Options for a node without a key. */
export function useKeyHelp(nodeId: string): KeyHelp {
  const run = useRunCommand();
  const data = useCanvas((state) => nodeById(state.nodes, nodeId)?.data);
  const template = useCanvas((state) => state.templates.get(data?.name ?? ''));
  const demo = useCanvas((state) => state.templates.get(demoName));
  const isLocked = useCanvas((state) => state.isLocked);
  const isFeeding = useCanvas((state) => state.edges.some((edge) => edge.source === nodeId));
  const declared = template?.credential ?? credentialOf((data?.inputParams ?? []) as TemplateInput[]);
  const isChatModel = template?.baseClasses.includes('BaseChatModel') === true;
  const canSwap = demo && isChatModel && isFeeding && !isLocked;
  return {
    kinds: declared?.credentialNames ?? [],
    swap: canSwap ? () => run(swapInDemoModel(nodeId, demo)) : undefined,
  };
}

const credentialOf = (params: readonly TemplateInput[]) =>
  params.find((param) => param.type === 'credential');
