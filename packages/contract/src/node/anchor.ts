import type { AgentFlowState } from '../provider/agent-flow.ts';
import type { Chain } from '../provider/answer.ts';
import type { AnswerWriter } from '../provider/answer-writer.ts';
import type { ChatModel } from '../provider/chat-model.ts';
import type { SourceDocument } from '../provider/document.ts';
import type { Embedder } from '../provider/embedder.ts';
import type { Graph } from '../provider/graph.ts';
import type { ChatMemory, CheckpointMemory } from '../provider/memory.ts';
import type { ModelCache } from '../provider/model-cache.ts';
import type { Moderation } from '../provider/moderation.ts';
import type { OutputParser } from '../provider/output-parser.ts';
import type { PipelineState, PipelineStateDefinition } from '../provider/pipeline.ts';
import type { PromptTemplate, RoutedPrompt } from '../provider/prompt.ts';
import type { RecordManager } from '../provider/record-manager.ts';
import type {
  IndexRetriever,
  NamedRetriever,
  Retriever,
  TextSplitter,
  VectorStore,
} from '../provider/retrieval.ts';
import type { Tool } from '../provider/tool.ts';

/** The TypeScript value behind each class name that nodes connect by. */
interface AnchorValues {
  BaseChatModel: ChatModel;
  BaseLanguageModel: ChatModel;
  BaseChain: Chain;
  BaseMemory: ChatMemory;
  BaseChatMemory: ChatMemory;
  BasePromptTemplate: PromptTemplate;
  PromptTemplate: PromptTemplate;
  PromptRetriever: RoutedPrompt;
  ChatPromptTemplate: PromptTemplate;
  BaseChatModel_LlamaIndex: ChatModel;
  BaseEmbedding_LlamaIndex: Embedder;
  VectorIndexRetriever: IndexRetriever;
  VectorStoreIndex: VectorStore;
  BaseQueryEngine: Chain;
  QueryEngineTool: Tool;
  Tool_LlamaIndex: Tool;
  ResponseSynthesizer: AnswerWriter;
  BaseLLMOutputParser: OutputParser;
  Moderation: Moderation;
  Tool: Tool;
  Document: SourceDocument[];
  Embeddings: Embedder;
  BaseRetriever: Retriever;
  VectorStoreRetriever: NamedRetriever;
  VectorStore: VectorStore;
  TextSplitter: TextSplitter;
  BaseCache: ModelCache;
  RecordManager: RecordManager;
  Neo4j: Graph;
  BaseCheckpointSaver: CheckpointMemory;
  State: PipelineStateDefinition;
  Start: PipelineState;
  Agent: PipelineState;
  LLMNode: PipelineState;
  ToolNode: PipelineState;
  Condition: PipelineState;
  CustomFunction: PipelineState;
  ExecuteFlow: PipelineState;
  AgentFlow: AgentFlowState;
  string: unknown;
  number: unknown;
  boolean: unknown;
  json: unknown;
  array: unknown;
}

type AnchorClass = keyof AnchorValues;

/** The value behind a class name; that of a class no node here works with yet is unknown. */
export type AnchorOf<C extends string> = C extends AnchorClass ? AnchorValues[C] : unknown;

interface AnchorOptions {
  label: string;
  description?: string;
  optional?: boolean;
  list?: boolean;
  /** Not drawn: fed by another node's `sharedWith`. */
  isInner?: boolean;
  /** What is connected here also feeds the anchor of the same name on the node connected to this other anchor. */
  sharedWith?: string;
  /** What is connected here parses the whole answer, so that it cannot be streamed. */
  parsesAnswer?: boolean;
  /** The inner output of its source that it takes, whichever output its edge leaves from. */
  takes?: string;
}

/** An input anchor, where edges end. `type` is written verbatim into template and input id, unions with ' | '. */
export interface Anchor<T = unknown> extends AnchorOptions {
  kind: 'anchor';
  type: string;
  /** Never set: carries the value's type. */
  readonly value?: T;
}

type AnchorValue<C extends AnchorClass, O> = O extends { list: true }
  ? AnchorValues[C][]
  : O extends { optional: true }
    ? AnchorValues[C] | undefined
    : AnchorValues[C];

/** An input that takes the output of another node: one class, or a list of classes of which one has to match. */
export function anchor<const C extends AnchorClass, const O extends AnchorOptions>(
  type: C | readonly C[],
  options: O,
): Anchor<AnchorValue<C, O>> {
  return {
    ...options,
    kind: 'anchor',
    type: typeof type === 'string' ? type : (type as readonly C[]).join(' | '),
  };
}

/** A node's output. `classes` starts with the node's own class, then every class it is compatible with. */
export interface Output<T = unknown> {
  label: string;
  description?: string;
  classes: readonly string[];
  /** false: no edge leaves it; a node with such an output chosen ends the flow. */
  isAnchor?: boolean;
  hidden?: boolean;
  /**
   * Not drawn: only the executor, or an anchor that `takes` it, reads it. When it is omitted, the branch is not taken.
   */
  isInner?: boolean;
  readonly value?: T;
}

type ValueOf<C extends readonly string[]> =
  Extract<C[number], AnchorClass> extends never ? unknown : AnchorValues[Extract<C[number], AnchorClass>];

/**
 * Declares an output. The classes are spelled out rather than derived: Flowise's lists follow no rule, and they are
 * part of every anchor id in people's files.
 */
export function output<const C extends readonly string[]>(
  classes: C,
  options: { label: string; description?: string; isAnchor?: boolean; hidden?: boolean; isInner?: boolean },
): Output<ValueOf<C>> {
  return { ...options, classes };
}
