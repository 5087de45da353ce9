/** A prompt with `{name}` placeholders, and given values for some of them. */
export interface PromptTemplate {
  nodeId: string;
  messages: readonly { role: 'system' | 'user' | 'assistant'; template: string }[];
  /** Values of the node's "Format Prompt Values"; the rest is filled by the question. */
  values: Record<string, unknown>;
}

/** A prompt among several: the model chooses one by its name and description. */
export interface RoutedPrompt {
  nodeId: string;
  name: string;
  description: string;
  systemMessage: string;
}
