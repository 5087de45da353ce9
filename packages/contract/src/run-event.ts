import type { AgentReasoning, Answer, SourceCheck, UsedTool } from './provider/answer.ts';
import type { SourceDocument } from './provider/document.ts';

/** Tokens of one model call, or of a whole run. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export type StepKind = 'model' | 'embedding' | 'retrieval' | 'memory' | 'tool' | 'code' | 'request';

/** `waiting`: a person has to decide before it goes on. */
export type RunStatus = 'running' | 'waiting' | 'done' | 'failed' | 'cancelled' | 'interrupted';

/** The question of a paused run to a person, in the format of Flowise's clients. */
export interface RunAction {
  id: string;
  mapping: { approve: string; reject: string; toolCalls: { id: string; name: string; args: unknown }[] };
  elements: { type: 'approve-button' | 'reject-button'; label: string }[];
  /** Ours: what is asked, and which node waits. */
  data: { nodeId: string; nodeLabel: string; input: string; takesNote?: boolean };
}

/** A run of a part of the draft, from the canvas: one node, everything up to it, or everything from it on. */
export interface RunPart {
  kind: 'only' | 'to' | 'from';
  nodeId: string;
}

/** The input of a chat-model step: the exact prompt. */
export interface ModelStepInput {
  provider: string;
  modelId: string;
  isDemo: boolean;
  messages: { role: string; content: string }[];
  tools?: string[];
  settings?: Record<string, unknown>;
}

export interface ModelStepOutput {
  text: string;
  toolCalls?: { tool: string; input: unknown }[];
  finishReason?: string;
  /** The model was not asked: a cache had the answer. */
  isCached?: boolean;
}

/** Events that a node emits while it works; the engine adds which node. */
export type NodeEvent =
  /** A piece of the answer. Live only: never stored. */
  | { type: 'text-delta'; text: string }
  /** Work inside a node: one model call, one search, one tool. `nodeId` names the node that owns the model, store or tool. */
  | { type: 'step-start'; stepId: string; kind: StepKind; name: string; nodeId?: string; input: unknown }
  | {
      type: 'step-end';
      stepId: string;
      kind: StepKind;
      name: string;
      nodeId?: string;
      output?: unknown;
      error?: string;
      ms: number;
      firstTokenMs?: number;
      usage?: TokenUsage;
      costUsd?: number;
    }
  | { type: 'source-documents'; documents: SourceDocument[] }
  | { type: 'used-tools'; tools: UsedTool[] }
  /** The list of steps from index `at` on; each step emits only its own, so that long pipelines stay short. */
  | { type: 'agent-reasoning'; at: number; reasoning: AgentReasoning[] }
  | { type: 'next-agent'; name: string };

/** The node that an event is about. */
interface NodeIdentity {
  nodeId: string;
  name: string;
  /** For a step inside an iteration, the element: `${iterationId}#${index}`, below others after a slash. */
  frame?: string;
}

/** All events of a running flow. One list for the live stream, the stored log, the trace and the canvas. */
export type RunEvent =
  | {
      type: 'run-start';
      flowId: string;
      question: string;
      versionNumber: number;
      isDemo: boolean;
      /** Nodes that this run will settle, in order: they are queued until they start. */
      planned?: string[];
      part?: RunPart;
      /** The waiting run that a person's decision resumes here. */
      resumes?: string;
    }
  /** The server stopped in between: the run goes on from its last completed step. */
  | { type: 'run-resume'; attempt: number }
  /**
   * `round` counts from 1 and is present from the second visit of a loop on; `items` is how many elements the
   * iteration around the node goes through.
   */
  | (NodeIdentity & { type: 'node-start'; label: string; input: unknown; round?: number; items?: number })
  | (NodeIdentity & {
      type: 'node-end';
      ms: number;
      output: unknown;
      isCached?: boolean;
      /** The output was pinned. */
      isPinned?: boolean;
      /** Outputs that were taken, for a node that branches. */
      branches?: string[];
    })
  /** An attempt failed; the node is run again after `waitMs`. `attempt` counts from 1, `of` is how many there may be. */
  | (NodeIdentity & {
      type: 'node-retry';
      attempt: number;
      of?: number;
      waitMs: number;
      code: string;
      message: string;
    })
  /** The run stops here until a person has decided. */
  | (NodeIdentity & { type: 'node-wait'; action: RunAction })
  | (NodeIdentity & { type: 'node-error'; ms: number; code: string; message: string })
  /** A branch that was not taken, or a node after a failed one. */
  | (NodeIdentity & { type: 'node-skip'; reason: string })
  | (NodeEvent & { callerId: string; frame?: string })
  /** The answer's text, stored once; `isPartial` when the run ended before its end. */
  | { type: 'text'; text: string; isPartial: boolean }
  /** After the answer, which stays as it was: what of it its sources do not bear out. */
  | { type: 'source-check'; check: SourceCheck }
  | {
      type: 'run-end';
      status: Exclude<RunStatus, 'running'>;
      ms: number;
      answer?: Answer;
      error?: { code: string; message: string };
      usage?: TokenUsage;
      costUsd?: number;
      chatMessageId?: string;
    };

/** An event as it is stored and sent: with its number in the run. `seq` starts at 1 and is the SSE id. */
export type LoggedEvent = { runId: string; seq: number; at: number } & RunEvent;
