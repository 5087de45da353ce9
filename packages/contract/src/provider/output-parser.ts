import type { JSONSchema7 } from '@ai-sdk/provider';

/** Says how the answer has to look, and reads it. `parse` throws an AppError NODE_FAILED on a text that does not fit. */
export interface OutputParser {
  nodeId: string;
  /** Asked of the model in words, after the prompt. */
  instructions: string;
  /** Given to models that can be held to a schema. */
  schema?: JSONSchema7;
  /** A text that does not fit is given back to the model once, with what is wrong. */
  isSelfRepairing?: boolean;
  parse(text: string): unknown;
}
