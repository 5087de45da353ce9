/** A tool call, whole or as a fragment of a stream; servers differ in what they omit. */
export interface ToolCallPiece {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown };
}

/** A message of a response, or the delta of a chunk. */
export interface AnswerMessage {
  content?: string | null;
  refusal?: string | null;
  /** Reasoning, where open models return it. */
  reasoning_content?: string | null;
  tool_calls?: ToolCallPiece[] | null;
}

export interface AnswerUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
}

/** A response of `/chat/completions`, or one chunk of it; parsed without assumptions. */
export interface ChatAnswer {
  choices?: {
    message?: AnswerMessage | null;
    delta?: AnswerMessage | null;
    finish_reason?: string | null;
  }[];
  usage?: AnswerUsage | null;
  error?: { message?: string } | string | null;
}
