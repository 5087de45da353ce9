import type { AgentFlowState, AgentFlowTrigger } from '../provider/agent-flow.ts';
import type { Answer } from '../provider/answer.ts';
import type { ChatModel } from '../provider/chat-model.ts';
import type { Knowledge } from '../provider/knowledge.ts';
import type { LocalEmbeddings } from '../provider/local-embeddings.ts';
import type { ChatTurn } from '../provider/memory.ts';
import type { OpenRelay } from '../provider/outbound-relay.ts';
import type { OpenStream } from '../provider/outbound-stream.ts';
import type { PassageStore } from '../provider/passage-store.ts';
import type { ReadPicture, ReadSound } from '../provider/picture-reading.ts';
import type { RecordStore } from '../provider/record-store.ts';
import type { Sandbox } from '../provider/sandbox.ts';
import type { ServerFolders } from '../provider/server-folders.ts';
import type { NodeEvent } from '../run-event.ts';

/** How long the other side of a request may take. */
export interface RequestPatience {
  /** Until it begins to answer. */
  firstByteMs: number;
  /** Between two pieces of its answer. */
  silenceMs: number;
}

/** The standard `fetch`. Without a patience of its own a request has that of a model, which may think for minutes. */
export type FetchFunction = (
  input: string | URL | Request,
  init?: RequestInit & { patience?: RequestPatience },
) => Promise<Response>;

/** A user's tool (`/tools`): a JSON schema of its input and a JavaScript body. */
export interface StoredTool {
  id: string;
  name: string;
  description: string;
  /** JSON text of `[{ property, type, description, required }]`. */
  schema: string;
  func: string;
}

/** An MCP server of the workspace (`/tools`). */
export interface StoredMcpServer {
  id: string;
  name: string;
  url: string;
}

/** An enabled tool of an MCP server. */
export interface StoredMcpTool {
  name: string;
  description: string;
  /** JSON schema of its input, in the keywords that every model accepts. */
  inputSchema: Record<string, unknown>;
}

/** An MCP server that a node names itself. */
export interface McpAddress {
  /** Its name in sentences. */
  service: string;
  url: string;
  /** Their values are secret. */
  headers: Readonly<Record<string, string>>;
}

/** One call of a tool of an MCP server. */
export interface McpCall {
  serverId: string;
  name: string;
  args: Record<string, unknown>;
  /** The same whenever this call is tried again, also after a crash. */
  key?: string;
  signal: AbortSignal;
}

/** A question to another flow of the workspace. */
interface FlowCall {
  flowId: string;
  question: string;
  overrideConfig?: Record<string, unknown>;
  /** The conversation it belongs to; a new one without it. */
  sessionId?: string;
  /** The same for every attempt at this question, also after a crash: what it has begun is resumed, not repeated. */
  key?: string;
  signal: AbortSignal;
}

/** A picture that came with the question. */
export interface QuestionImage {
  name: string;
  mediaType: string;
  data: Uint8Array;
}

/** What the server provides to every node, whatever run it is part of. */
export interface NodeServices {
  /** The egress client: the only way out. */
  fetch: FetchFunction;
  /** The way out for drivers of databases; absent where there is none. */
  openStream?: OpenStream;
  /** The same for drivers that dial by themselves. */
  openRelay?: OpenRelay;
  sandbox: Sandbox;
  /** Decrypted fields of a stored credential. Throws CREDENTIAL_MISSING. */
  readCredential(credentialId: string): Promise<Record<string, string>>;
  readTool(toolId: string): Promise<StoredTool>;
  listTools(): Promise<StoredTool[]>;
  /** Records that a stored tool was called, for the list of tools. */
  noteToolRun?(toolId: string, hasFailed: boolean): void;
  /** The enabled tools of an MCP server. Throws NOT_FOUND. */
  listMcpTools?(serverId: string): Promise<StoredMcpTool[]>;
  /** The tool's result, as text. Throws TOOL_FAILED, TOOL_TIMEOUT, NOT_FOUND for a disabled tool. */
  callMcpTool?(call: McpCall): Promise<string>;
  /** All tools of an MCP server elsewhere. Throws TOOL_FAILED, TOOL_TIMEOUT, EGRESS_DENIED. */
  listMcpToolsAt?(address: McpAddress, signal: AbortSignal): Promise<StoredMcpTool[]>;
  /** The tool's result, as text. Throws TOOL_FAILED, TOOL_TIMEOUT, EGRESS_DENIED. */
  callMcpToolAt?(address: McpAddress, call: Omit<McpCall, 'serverId'>): Promise<string>;
  /** Runs another flow of the workspace, for its answer. Throws NOT_FOUND, and LIMIT_STEPS for flows that run each other. */
  runFlow?(call: FlowCall): Promise<Answer>;
  /** Whether an address is this installation's own; undefined where that is unknown. */
  isOwnAddress?(url: string): boolean | undefined;
  /** The bytes of a file that belongs to the flow, by the name in `FILE-STORAGE::["name"]`. */
  readFile(name: string): Promise<Uint8Array>;
  /** The same as a stream, where the server supports it. */
  openFile?(name: string): Promise<{ size: number; content: AsyncIterable<Uint8Array> }>;
  /** Latest messages of a session, oldest first; all of them without a limit. */
  readHistory(sessionId: string, limit?: number): Promise<ChatTurn[]>;
  /** Pictures that came with the question, for models that can see. */
  images?: readonly QuestionImage[];
  /** What a supervisor of the conversation has instructed, in order: every model of the run follows it. */
  guidance?: readonly string[];
  /** What upserts have put into stores without storage of their own. */
  passages?: PassageStore;
  /** What record managers without a database of their own remember. */
  records?: RecordStore;
  /** The workspace's knowledge bases. */
  knowledge?: Knowledge;
  /** Models of embeddings that work on the server itself. */
  localEmbeddings?: LocalEmbeddings;
  /** The folders of the server that its operator allows to be read; absent where there is none. */
  folders?: ServerFolders;
  /** What to say where the knowledge of the flow has nothing on a question; absent where the model says it. */
  unknownAnswer?: string;
  /** Learns of each call of a chat model in the run, and of the node for which it is made. */
  noteModel?(model: ChatModel, context: RunContext): void;
  /** For sources of a knowledge base that were set up to read pictures, or where the server can. */
  readPicture?: ReadPicture;
  /** The same for sound. */
  readSound?: ReadSound;
}

/** Who asked, and in which conversation. */
export interface RunSession {
  runId: string;
  flowId: string;
  chatId: string;
  sessionId: string;
  /** Id under which the answer will be stored. */
  chatMessageId: string;
}

/** A tool call of a model. */
export interface AskedCall {
  id: string;
  name: string;
  args: unknown;
}

/** A node's question to a person before it goes on. */
export interface PauseRequest {
  question: string;
  /** Labels of the two buttons. */
  approve: string;
  reject: string;
  toolCalls: AskedCall[];
  /** The person may add words to the decision, which the node reads. */
  takesNote?: boolean;
  /** Plain JSON that the node gets back with the decision. */
  memo?: unknown;
}

/** A person's decision on the pause of this node. */
export interface Decision {
  isApproved: boolean;
  /** The person's comment, if any. */
  note?: string;
  memo: unknown;
}

/** A piece of work inside a step that must not be done twice: a call of a tool, a model's reply that asks for one. */
export interface StepPart {
  /** The same whenever this piece is tried again, also after a crash. */
  readonly key: string;
  /** It may have been done before, as far as to its effect. */
  readonly isRetried: boolean;
  /** Its result, where an earlier attempt at the step has come that far. */
  readonly known?: { readonly value: unknown };
  /** Keeps its result, plain JSON: resolves once no crash can lose it. */
  keep(value: unknown): Promise<void>;
  /** Pieces inside this one. */
  part(name: string): StepPart;
}

/** What a node's `run` gets beside its inputs. */
export interface RunContext {
  nodeId: string;
  question: string;
  session: RunSession;
  /** The output chosen on the canvas (`data.outputs.output`), or the only one. */
  output: string;
  /** The answer's text is streamed to the caller. */
  isStreaming: boolean;
  signal: AbortSignal;
  services: NodeServices;
  /** Messages sent with the request, before those of the memory. */
  history: readonly ChatTurn[];
  /** `{{$vars.name}}`: static values and the request's overrides. */
  variables: Readonly<Record<string, string>>;
  /** Values set by setVariable in this run. */
  runVariables: Map<string, unknown>;
  /** Text of files sent with the question. */
  fileAttachment: string;
  /** The node's outputs as drawn, where they depend on its values. */
  outputOptions?: readonly { name: string; label: string }[];
  /** This pipeline step's message is the run's answer. */
  isAnswer?: boolean;
  /** What started the run, where no chat did. */
  trigger?: AgentFlowTrigger;
  /** The state that earlier turns of the session have kept. */
  sessionState?: Readonly<Record<string, unknown>>;
  /** The same whenever this step of this run is tried again, also after a crash; no other step has it. */
  idempotencyKey: string;
  /** How long one attempt at this step may take, where its settings say so. */
  limitMs?: number;
  /** It may have been run before, as far as to its effect: an attempt failed, or the server ended in the middle. */
  isRetried?: boolean;
  /**
   * The next piece of work of this name inside the step; absent where a step is not tried again. Another attempt has to
   * come to the same pieces in the same order.
   */
  part?(name: string): StepPart;
  /** For a step with steps inside: runs them once, and returns what the last of them passes on. */
  runBody?(state: AgentFlowState, items?: number): Promise<AgentFlowState>;
  /** Set when the run resumes after this node's `pause`. */
  decision?: Decision;
  /**
   * Suspends the run until a person has decided; then the node is run again with the same inputs and `decision` set.
   */
  pause(request: PauseRequest): never;
  emit(event: NodeEvent): void;
  /** Decrypted fields of the credential chosen on this node. Throws CREDENTIAL_MISSING. */
  credential(): Promise<Record<string, string>>;
}
