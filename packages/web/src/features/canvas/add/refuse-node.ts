import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { notify } from '../../../kit/state/notifier-store.ts';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say } from '../../../kit/texts/texts.ts';
import type { CanvasStore } from '../document/canvas-store.ts';
import { refusalToAdd } from '../document/step-rules.ts';

/** Says why a node may not be added, where that is so. */
export function refuseNode(store: CanvasStore, template: NodeTemplate): boolean {
  const refusal = refusalToAdd(store.getState().nodes, template);
  if (refusal) notify(say(agentFlowTexts, refusal), 'info');
  return refusal !== undefined;
}
