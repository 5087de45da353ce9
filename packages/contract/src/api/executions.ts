import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

/** The runs of agent flows as Flowise's clients know them; also served under `/api/v1`. */
const tag = 'Executions (Flowise form)';
const path = `${studioPrefix}/executions`;

/** `STOPPED`: it waits for a person. */
const executionState = z.enum(['INPROGRESS', 'FINISHED', 'ERROR', 'STOPPED', 'TERMINATED', 'TIMEOUT']);
export type ExecutionState = z.output<typeof executionState>;

/** What one node did; the list of them is an execution's `executionData`. */
export interface ExecutedNode {
  nodeId: string;
  nodeLabel: string;
  data: {
    id: string;
    name: string;
    input: unknown;
    /** With `content` and `timeMetadata`; `usageMetadata`, `usedTools` and others where there are any. */
    output: Record<string, unknown>;
    state: Record<string, unknown>;
    error?: string;
    /** Inside an iteration: its node, and the element from 0. */
    parentNodeId?: string;
    iterationIndex?: number;
  };
  previousNodeIds: string[];
  status: ExecutionState;
}

const execution = z.object({
  id,
  /** JSON text of a list of what each node did. */
  executionData: z.string(),
  state: executionState,
  agentflowId: id,
  sessionId: z.string(),
  /** JSON text of the question to a person. */
  action: z.string().nullable(),
  isPublic: z.boolean(),
  createdDate: z.string(),
  updatedDate: z.string(),
  stoppedDate: z.string().nullable(),
  agentflow: z.object({ id, name: z.string(), type: z.string() }).nullable(),
});
export type Execution = z.output<typeof execution>;

export const listExecutions = endpoint({
  method: 'GET',
  path,
  auth: 'sessionOrKey',
  permits: 'conversations:read',
  tag,
  summary: 'One page of the runs of agent flows, newest first.',
  query: z.object({
    id: id.optional(),
    state: executionState.optional(),
    agentflowId: id.optional(),
    agentflowName: z.string().max(200).optional(),
    sessionId: z.string().max(255).optional(),
    /** A day such as 2026-01-31, or a time in ISO form. */
    startDate: z.string().max(40).optional(),
    endDate: z.string().max(40).optional(),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(12),
  }),
  response: z.object({ data: z.array(execution), total: z.number().int() }),
});

export const readExecution = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'conversations:read',
  tag,
  summary: 'A run with what each node did.',
  params: idParams,
  response: execution,
});

/** Unknown keys are dropped: clients send whole rows back. */
export const updateExecution = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'conversations:share',
  tag,
  summary: 'Shares a run with anybody who knows its id, or ends that.',
  params: idParams,
  body: z.object({ isPublic: z.boolean() }),
  response: execution,
});

const removed = z.object({ success: z.boolean(), deletedCount: z.number().int() });

export const deleteExecution = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'conversations:delete',
  tag,
  summary: 'Deletes a run and its trace; the messages of its chat stay.',
  params: idParams,
  response: removed,
});

export const deleteExecutions = endpoint({
  method: 'DELETE',
  path,
  auth: 'sessionOrKey',
  permits: 'conversations:delete',
  tag,
  summary: 'Deletes several runs.',
  body: z.object({ executionIds: z.array(id).min(1).max(500) }),
  response: removed,
});

export const readPublicExecution = endpoint({
  method: 'GET',
  path: `${studioPrefix}/public-executions/:id`,
  auth: 'flow',
  permits: 'conversations:read',
  tag,
  summary: 'A run that has been shared.',
  params: idParams,
  response: execution,
});
