import { notify } from '../../../kit/state/notifier-store.ts';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say } from '../../../kit/texts/texts.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { admit } from '../document/step-rules.ts';

/** Says which of the nodes about to be copied stay out, and why; returns how many go in. */
export function sayLeftOut(present: readonly CanvasNode[], given: readonly CanvasNode[]): number {
  const { admitted, refusal } = admit(present, given);
  if (refusal) {
    const reason = say(agentFlowTexts, refusal);
    const names = given.filter((node) => !admitted.includes(node)).map(({ data }) => data.label);
    const name = [...new Set(names)].join(', ');
    const isAll = admitted.length === 0;
    notify(say(agentFlowTexts, isAll ? 'notCopied' : 'partLeftOut', { name, reason }), 'warning');
  }
  return admitted.length;
}
