/** A prompt with `{name}` placeholders, and given values for some of them. */
export interface PromptTemplate {
  nodeId: string;
  messages: readonly { role: 'system' | 'user' | 'assistant'; template: string }[];
  /** Values of the node's "Format Prompt Values"; the rest is filled by the question. */
  values: Record<string, unknown>;
}
