/** A tool call, whole or as a piece of a stream; servers differ in what they leave out. */
export interface ToolCallPiece {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown };
}

/** A message of an answer, or what a chunk adds to it. */
export interface AnswerMessage {
  content?: string | null;
  refusal?: string | null;
  /** Thoughts, where open models tell them. */
  reasoning_content?: string | null;
  tool_calls?: ToolCallPiece[] | null;
}

export interface AnswerUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
}

/** An answer of `/chat/completions`, or one chunk of it; read with nothing taken for granted. */
export interface ChatAnswer {
  choices?: {
    message?: AnswerMessage | null;
    delta?: AnswerMessage | null;
    finish_reason?: string | null;
  }[];
  usage?: AnswerUsage | null;
  error?: { message?: string } | string | null;
}
