import type { FlowType } from '@tendril/contract/flow/flow';
import type { StarterTool } from '../starters/starter.ts';
import type { TemplateDrawing } from './template-drawing.ts';

/** The categories of templates. */
type UseCase = 'Support' | 'Sales' | 'Office' | 'Knowledge' | 'Agents' | 'Data' | 'Learning' | 'Writing';

/** A built-in flow that people can try, copy and change. */
export interface FlowTemplate {
  title: string;
  /** Two lines for a card. */
  text: string;
  /** What it does and how, for the detail page. */
  about: string;
  type: FlowType;
  useCases: readonly UseCase[];
  /** Kinds of credentials without which it does not run; none: it runs on the demo model. */
  keys: readonly string[];
  /** What else it needs, in words: data, a server, the internet. */
  needs: readonly string[];
  /** Custom tools it calls; created in the workspace with its first copy. */
  tools: readonly StarterTool[];
  /** Said before the first message. */
  greeting: string;
  /** Shown as chips above the first message, the sample first. */
  questions: readonly [string, ...string[]];
  /** What the answer to the first question must contain. */
  fact: string;
  /** Draws the flow; `toolIds` holds the ids of the created tools by name. */
  draw(drawing: TemplateDrawing, toolIds: Readonly<Record<string, string>>): void;
}
