import type { AgentReasoning, Answer, UsedTool } from './provider/answer.ts';
import type { SourceDocument } from './provider/document.ts';

/** Tokens of one model call, or of a whole run. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export type StepKind = 'model' | 'embedding' | 'retrieval' | 'memory' | 'tool' | 'code' | 'request';

export type RunStatus = 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';

/** What a chat-model step got: the exact prompt. */
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
  /** The whole list so far, as Flowise sends it. */
  | { type: 'agent-reasoning'; reasoning: AgentReasoning[] }
  | { type: 'next-agent'; name: string };

/** Everything a running flow tells. One list for the live stream, the stored log, the trace and the canvas. */
export type RunEvent =
  | { type: 'run-start'; flowId: string; question: string; versionNumber: number; isDemo: boolean }
  | { type: 'node-start'; nodeId: string; name: string; label: string; input: unknown }
  | { type: 'node-end'; nodeId: string; name: string; ms: number; output: unknown; isCached?: boolean }
  | { type: 'node-error'; nodeId: string; name: string; ms: number; code: string; message: string }
  /** A branch that was not taken, or a node behind one that failed. */
  | { type: 'node-skip'; nodeId: string; name: string; reason: string }
  | (NodeEvent & { callerId: string })
  /** The answer's text, stored once; `isPartial` when the run ended before its end. */
  | { type: 'text'; text: string; isPartial: boolean }
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

/** An event as it is stored and sent: with its place in the run. `seq` starts at 1 and is the SSE id. */
export type LoggedEvent = { runId: string; seq: number; at: number } & RunEvent;
