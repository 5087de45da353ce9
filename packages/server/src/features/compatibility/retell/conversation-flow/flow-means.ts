import type { RetellFlowNode } from '@tendril/contract/api/retell-conversation-flows';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

/** A model as steps of pipelines name it: its node, and the values of that. */
export interface StepModel {
  name: string;
  config: Record<string, unknown>;
}

/** What a conversation flow is drawn with. */
export interface FlowMeans {
  template(name: string): NodeTemplate;
  /** The model of a node, or of the whole flow; the workspace decides its key. */
  model(choice: RetellFlowNode['model_choice'], temperature: number | null | undefined): StepModel;
}

/** The nodes that drawings are made of. */
export const drawnKinds = [
  'startAgentflow',
  'conditionAgentflow',
  'conditionAgentAgentflow',
  'llmAgentflow',
  'directReplyAgentflow',
  'customFunctionAgentflow',
  'httpAgentflow',
  'loopAgentflow',
] as const;
