import type { RetellFlowBody, RetellFlowNode } from '@tendril/contract/api/retell-conversation-flows';
import type { FlowNode } from '@tendril/contract/flow/flow';

/** A text of a conversation flow as a step was drawn with it: what differs from it later was edited on the canvas. */
export interface PlacedText {
  /** Which of the texts in the step. */
  at: number;
  text: string;
}

/** The scenarios of a choice, in order: the edge that each stands for, and its text as drawn. */
export interface PlacedPrompt {
  edge: number;
  text: string;
}

/** What a step of a drawn conversation flow stands for, kept in its `data.retell`. */
export type RetellMark =
  | { part: 'flow'; flow: Omit<RetellFlowBody, 'nodes'>; place: number }
  | {
      part: 'node';
      node: RetellFlowNode;
      place: number;
      words?: PlacedText;
      prompts?: PlacedPrompt[];
    }
  | { part: 'helper'; nodeId: string; prompts?: PlacedPrompt[] };

/** The mark of a step; undefined for one that somebody drew. */
export function markOf({ data }: FlowNode): RetellMark | undefined {
  return (data as { retell?: RetellMark }).retell;
}
