import { Facet } from '@codemirror/state';

/** Names that mean something in the prompt. */
export interface PromptWords {
  /** Default values of dynamic variables. */
  values: Readonly<Record<string, string>>;
  /** Variables that every call has. */
  builtIn: readonly string[];
  /** Names of the agent's functions. */
  functions: readonly string[];
}

const none: PromptWords = { values: {}, builtIn: [], functions: [] };

/** The words of an open prompt, for its marks and completions. */
export const promptWords = Facet.define<PromptWords, PromptWords>({
  combine: (values) => values[0] ?? none,
});
