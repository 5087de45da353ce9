import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

/** A custom tool that a starter calls; the server creates it in the workspace first. */
export interface StarterTool {
  name: string;
  description: string;
  /** JSON text of `[{ property, type, description, required }]`. */
  schema: string;
  func: string;
  color?: string;
}

/** A ready flow that runs without a key. */
export interface Starter {
  name: string;
  description: string;
  tools: readonly StarterTool[];
  /** Said before the first message. */
  greeting: string;
  /** Shown as chips above the first message. */
  questions: readonly string[];
  /** `toolIds` holds the ids of the created tools by name. */
  flowData(template: (name: string) => NodeTemplate, toolIds: Record<string, string>): FlowData;
}
