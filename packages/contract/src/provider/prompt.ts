/** A prompt with `{name}` places, and values already given for some of them. */
export interface PromptTemplate {
  nodeId: string;
  messages: readonly { role: 'system' | 'user' | 'assistant'; template: string }[];
  /** Values of the node's "Format Prompt Values"; the rest is filled by the question. */
  values: Record<string, unknown>;
}
