import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { askDemoModel, giveCredential, isChatModel } from '../commands/give-credential.ts';
import { swapInDemoModel } from '../commands/swap-in-demo-model.ts';
import { componentParts, needsCredential } from '../document/component-parts.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas, useRunCommand } from '../document/use-canvas.ts';

const demoName = 'demoModel';

interface KeyHelp {
  /** Kinds of secrets the node takes. */
  kinds: readonly string[];
  /** Gives it a stored secret. */
  give: (credential: string) => void;
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
  const templates = useCanvas((state) => state.templates);
  // A step carries its model and tools in its settings: what is missing is theirs.
  const [part] = data ? componentParts(data, templates).filter(needsCredential) : [];
  const declared = part?.template.credential ?? template?.credential ?? declaredIn(data);
  const kinds = declared?.credentialNames ?? [];
  const canSwapPart = demo && part && isChatModel(part.template) && !isLocked;
  const canSwap = demo && template && isChatModel(template) && isFeeding && !isLocked;
  const swap = canSwapPart
    ? () => run(askDemoModel(nodeId, templates, demo.name))
    : canSwap && (() => run(swapInDemoModel(nodeId, demo)));
  return {
    kinds,
    give: (credential) => run(giveCredential(nodeId, credential, kinds, templates)),
    swap: swap || undefined,
  };
}

const declaredIn = (data: FlowNodeData | undefined) =>
  ((data?.inputParams ?? []) as TemplateInput[]).find((param) => param.type === 'credential');
