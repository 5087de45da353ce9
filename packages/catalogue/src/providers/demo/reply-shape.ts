export interface DemoToolCall {
  tool: string;
  input: Record<string, unknown>;
}

/** Either words or tool calls. */
export interface DemoReply {
  text?: string;
  toolCalls?: DemoToolCall[];
}
