export interface DemoToolCall {
  tool: string;
  input: Record<string, unknown>;
}

/** Either text or tool calls. */
export interface DemoReply {
  text?: string;
  toolCalls?: DemoToolCall[];
}
