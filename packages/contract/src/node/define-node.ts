import type { FlowType } from '../flow/flow.ts';
import type { Answer } from '../provider/answer.ts';
import type { DocumentSource, SourceAsked } from '../provider/document-source.ts';
import type { StoredKnowledge } from '../provider/knowledge.ts';
import type { LoadedBlocks } from '../provider/loaded-blocks.ts';
import type { LoadedPart } from '../provider/loaded-part.ts';
import type { LocalModel } from '../provider/local-embeddings.ts';
import type { OutsideStore } from '../provider/outside-store.ts';
import type { UpsertOutcome } from '../provider/passage-store.ts';
import type { Anchor, Output } from './anchor.ts';
import type { Choice, Param } from './param.ts';
import type {
  FetchFunction,
  NodeServices,
  RunContext,
  StoredMcpServer,
  StoredMcpTool,
  StoredTool,
} from './run-context.ts';

export type Input = Param | Anchor;
export type Inputs = Record<string, Input>;
export type Outputs = Record<string, Output>;

type ValueOfInput<I> = I extends Param<infer T> ? T : I extends Anchor<infer T> ? T : never;
type InputValues<I extends Inputs> = { [K in keyof I]: ValueOfInput<I[K]> };
type OutputValues<O extends Outputs> = { [K in keyof O]?: O[K] extends Output<infer T> ? T : never };

/** What a node's option loaders may use. */
export interface LoadRequest {
  inputs: Record<string, unknown>;
  credential(): Promise<Record<string, string> | undefined>;
  fetch: FetchFunction;
  /** A stored file of the flow that the form belongs to. Throws NOT_FOUND. */
  readFile?(name: string): Promise<Uint8Array>;
  listTools(): Promise<StoredTool[]>;
  listStores?(): Promise<StoredKnowledge[]>;
  listMcpServers?(): Promise<StoredMcpServer[]>;
  /** The names of the server's folders that may be read. */
  listFolders?(): Promise<readonly string[]>;
  /** The way out for drivers that dial by themselves. */
  openRelay?: NodeServices['openRelay'];
  listLocalModels?(): Promise<LocalModel[]>;
  /** A node that can stand inside this one. */
  loadNode?(name: string): Promise<AnyNode | undefined>;
  /** The workspace's flows, by what they are. */
  listFlows?(): Promise<{ id: string; name: string; type: FlowType }[]>;
  /** Throws NOT_FOUND. */
  listMcpTools?(serverId: string): Promise<StoredMcpTool[]>;
  listMcpToolsAt?: NodeServices['listMcpToolsAt'];
  signal: AbortSignal;
}

type LoadMethod = (request: LoadRequest) => Promise<Choice[]>;

/** The role of a node in a run; what the executor has to know of it beyond its anchors. */
type NodeRole =
  /** Provides a value that others use. */
  | 'part'
  /** May end a chat flow: chains, agents. */
  | 'ending'
  /** The messages of a session; its fixed session id counts. */
  | 'memory'
  /** A step of a pipeline. */
  | 'pipeline'
  /** Drawn only. */
  | 'note';

/** What the executor has to know of a step of a pipeline, beyond its anchors. */
interface StepTraits {
  /** Where a pipeline begins: there has to be exactly one. */
  isStart?: boolean;
  /** It only computes: running it again changes nothing, so that what follows need not wait for its result on disk. */
  isPure?: boolean;
  /** The anchor at which edges from earlier steps end; a loop goes back to it. */
  entry?: string;
  /** The parameter that holds the step's name: loops find it by that. */
  nameParam?: string;
  /** Goes back to the step that `param` names, and that step runs `limit` times at most. */
  loop?: { param: string; limit: number };
  /** The parameter that makes the step ask a person when enabled. */
  asksWhen?: string;
}

interface NodeDefinition<I extends Inputs = Inputs, O extends Outputs = Outputs> {
  /** As in Flowise: the key of flow files. */
  name: string;
  label: string;
  /** Flowise's version number for this shape of the node. */
  version: number;
  category: string;
  description: string;
  /** Name of an icon of the web's line set. */
  icon: string;
  tags?: readonly string[];
  /** Why it cannot run here, in one sentence; its form is known all the same. */
  unavailable?: string;
  role?: NodeRole;
  /** Of a memory: the parameter that fixes the session. */
  sessionParam?: string;
  /**
   * Same inputs give the same value: created once per flow version and cached. Such a node must not depend on the
   * question.
   */
  isReusable?: boolean;
  /** Its value follows from its inputs and costs nothing: a run that goes on after a crash makes it again. */
  isDerived?: boolean;
  /** An omitted output is a branch not taken. */
  branches?: boolean;
  /** Of a node whose role is `pipeline`. */
  step?: StepTraits;
  /** Sets or reads a value of the run under the name in `param`; a reader waits for the writers of its name. */
  runVariable?: { access: 'write' | 'read'; param: string };
  /**
   * The credential the node needs; `names` are credential kinds, `unless` a parameter that makes it unnecessary once
   * set.
   */
  credential?: { label: string; names: readonly string[]; optional?: boolean; unless?: string };
  inputs: I;
  outputs: O;
  loadMethods?: Record<string, LoadMethod>;
  /** `upgrades[n]` migrates values of version n - 1 to version n. */
  upgrades?: Record<number, (values: Record<string, unknown>) => Record<string, unknown>>;
  run?(inputs: InputValues<I>, context: RunContext): Promise<OutputValues<O>>;
  /** The flow's answer when this node ends it; without it, a `Chain` returned by `run` is asked, or its text taken. */
  answer?(inputs: InputValues<I>, context: RunContext): Promise<Answer>;
  /** For a vector store: inserts the documents of its loaders, and reports what happened to them. */
  upsert?(inputs: InputValues<I>, context: RunContext): Promise<UpsertOutcome>;
  /** For a vector store that can hold the vectors of a knowledge base: the store itself, without any documents. */
  openStore?(inputs: InputValues<I>, context: RunContext): Promise<OutsideStore>;
  /** For a document loader: its texts part by part and unsplit, for knowledge bases. */
  load?(inputs: InputValues<I>, context: RunContext): AsyncIterable<LoadedPart>;
  /** The same as blocks with their places, for splitters that chunk blocks; a file that cannot be read is named in it. */
  loadBlocks?(inputs: InputValues<I>, context: RunContext): AsyncIterable<LoadedBlocks>;
  /** For a document loader: what it reads as a source that a knowledge base can be kept in step with. */
  openSource?(inputs: InputValues<I>, context: RunContext, asked?: SourceAsked): Promise<DocumentSource>;
  /** Anchors that only `upsert` reads: other runs do not run what is connected there. */
  upsertAnchors?: readonly string[];
  /** What `load` returns may differ the next time, even with the same settings. */
  isLive?: boolean;
  /** Its source says who may read each of its files. */
  bringsAccess?: boolean;
  /** What a disabled step passes on; only its entry is filled. A node without it is left out when it is disabled. */
  pass?(inputs: InputValues<I>, context: RunContext): Record<string, unknown>;
  /** Recreates pinned outputs from the log, where they are not plain values. */
  replay?(inputs: InputValues<I>, pinned: Record<string, unknown>, context: RunContext): OutputValues<O>;
}

/** Declares a node: its form, its anchors, its template and its work, all in one value. */
export function defineNode<const I extends Inputs, const O extends Outputs>(
  definition: NodeDefinition<I, O>,
): NodeDefinition<I, O> {
  return definition;
}

/** A node whose exact inputs and outputs do not matter: for the executor and the catalogue. */
export type AnyNode = Omit<
  NodeDefinition,
  'run' | 'answer' | 'upsert' | 'openStore' | 'load' | 'loadBlocks' | 'openSource' | 'pass' | 'replay'
> & {
  run?(inputs: never, context: RunContext): Promise<Record<string, unknown>>;
  answer?(inputs: never, context: RunContext): Promise<Answer>;
  upsert?(inputs: never, context: RunContext): Promise<UpsertOutcome>;
  openStore?(inputs: never, context: RunContext): Promise<OutsideStore>;
  load?(inputs: never, context: RunContext): AsyncIterable<LoadedPart>;
  loadBlocks?(inputs: never, context: RunContext): AsyncIterable<LoadedBlocks>;
  openSource?(inputs: never, context: RunContext, asked?: SourceAsked): Promise<DocumentSource>;
  pass?(inputs: never, context: RunContext): Record<string, unknown>;
  replay?(inputs: never, pinned: Record<string, unknown>, context: RunContext): Record<string, unknown>;
};

/** Where the executor finds nodes; loading one may import its file. */
export interface NodeCatalogue {
  load(name: string): Promise<AnyNode | undefined>;
}
