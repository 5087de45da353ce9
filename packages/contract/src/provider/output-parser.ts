import type { JSONSchema7 } from '@ai-sdk/provider';

/**
 * Describes the expected answer, and parses it. `parse` throws an AppError NODE_FAILED on a text that does not match.
 */
export interface OutputParser {
  nodeId: string;
  /** The instructions for the model, after the prompt. */
  instructions: string;
  /** For models that support structured output. */
  schema?: JSONSchema7;
  /** A text that does not match is returned to the model once, with the reason. */
  isSelfRepairing?: boolean;
  parse(text: string): unknown;
}
