import type { JSONSchema7 } from '@ai-sdk/provider';
import type { RunContext } from '../node/run-context.ts';
import type { SourceDocument } from './document.ts';

export interface ToolResult {
  text: string;
  sourceDocuments?: SourceDocument[];
}

/** Something a model may call. `name` matches `[A-Za-z0-9_-]{1,64}`. */
export interface Tool {
  nodeId: string;
  name: string;
  description: string;
  inputSchema: JSONSchema7;
  /** What it gives is the agent's answer; no model reads it first. */
  isDirect?: boolean;
  execute(input: unknown, context: RunContext): Promise<ToolResult>;
}
