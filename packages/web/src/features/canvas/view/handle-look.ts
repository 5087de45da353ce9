import { memoizeByText } from '../../../kit/lib/memoize.ts';
import { categoryLook } from '../../../kit/theme/category-look.ts';

/** Circle: data, square: control, diamond: tool; so colour is not alone. */
export type HandleShape = 'circle' | 'square' | 'diamond';

const controlClasses = new Set([
  'AgentFlow',
  'Start',
  'Agent',
  'LLMNode',
  'ToolNode',
  'Condition',
  'CustomFunction',
  'ExecuteFlow',
]);

/** Which category gives the values of a class: an input is drawn in that category's colour. */
const givenBy: readonly (readonly [RegExp, string])[] = [
  [/^(BaseChatModel|BaseLanguageModel|BaseLLM)$/, 'Chat Models'],
  [/Embeddings$/, 'Embeddings'],
  [/^(Document|TextSplitter)$/, 'Document Loaders'],
  [/(VectorStore|Retriever)$/, 'Vector Stores'],
  [/(Memory|CheckpointSaver)$/, 'Memory'],
  [/Tool$/, 'Tools'],
  [/^(BaseChain|AgentExecutor|LLMChain)$/, 'Chains'],
  [/^State$/, 'Sequential Agents'],
  [/PromptTemplate$/, 'Prompts'],
  [/OutputParser$/, 'Output Parsers'],
];

const split = (type: string) => type.split('|').map((name) => name.trim());

/** The shape of a handle of these classes ("A | B"). */
export const handleShape = memoizeByText((type): HandleShape => {
  const classes = split(type);
  if (classes.some((name) => controlClasses.has(name))) return 'square';
  return classes.includes('Tool') ? 'diamond' : 'circle';
});

/** Outputs without a name of their own are called after what they give; the keys are sentences of the canvas. */
const givenNames = [
  [/^BaseChatModel$/, 'giveModel'],
  [/Embeddings$/, 'giveEmbeddings'],
  [/^TextSplitter$/, 'giveSplitter'],
  [/^Document$/, 'giveDocuments'],
  [/^BaseRetriever$/, 'giveRetriever'],
  [/^(BaseMemory|BaseChatMemory)$/, 'giveMemory'],
  [/^Tool$/, 'giveTool'],
  [/PromptTemplate$/, 'givePrompt'],
  [/OutputParser$/, 'giveParser'],
  [/^BaseChain$/, 'giveChain'],
  [/^State$/, 'giveState'],
] as const satisfies readonly (readonly [RegExp, string])[];

type GivenName = (typeof givenNames)[number][1] | 'giveNext';

/** What to call the output of these classes when its label is but a class name; undefined to use its label. */
export function givenName(label: string, type: string): GivenName | undefined {
  const classes = split(type);
  if (label !== classes[0] && !classes.includes(label)) return undefined;
  if (classes.some((name) => controlClasses.has(name))) return 'giveNext';
  return givenNames.find(([pattern]) => classes.some((name) => pattern.test(name)))?.[1];
}

/** Shortened labels for the card; the full label is in the tooltip and in the inspector. */
const shortNames: Readonly<Record<string, string>> = {
  'Additional Connection Configuration': 'Connection',
  'Chat Prompt Template': 'Prompt',
  'Input Moderation': 'Moderation',
  'Memory Retriever': 'Retriever',
  'Memory Vector Store': 'Store',
  'Output Prediction': 'Prediction',
  'Sequential Node': 'Previous',
  'Text Splitter': 'Splitter',
  'Tool Calling Chat Model': 'Chat Model',
  'Vector Store': 'Store',
  'Vector Store Retriever': 'Retriever',
};

/** A port's label as its card shows it. */
export function shortPortName(label: string): string {
  return shortNames[label] ?? label;
}

/** The colour of an input: that of the category whose nodes give its value; the field colour where any may. */
export const inputColour = memoizeByText((type): string => {
  const classes = split(type);
  if (classes.some((name) => controlClasses.has(name))) return categoryLook('Sequential Agents').colour;
  for (const [pattern, category] of givenBy) {
    if (classes.some((name) => pattern.test(name))) return categoryLook(category).colour;
  }
  return 'var(--field-border)';
});
