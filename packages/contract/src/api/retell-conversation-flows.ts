import * as z from 'zod';
import { dynamicVariables } from '../voice/voice-agent.ts';
import { endpoint } from './endpoint.ts';
import { timestamp } from './id.ts';
import {
  retellAuth as auth,
  retellId,
  retellPage,
  retellPageQuery,
  retellPrefix,
  retellVersionQuery,
  retellTag as tag,
} from './retell-pages.ts';

const nodeId = z.string().min(1, 'must not be empty').max(128, 'must have at most 128 characters');
const words = z.string().max(20_000, 'must have at most 20000 characters');

const equation = z.looseObject({
  left: z.string().max(1000),
  operator: z.enum(['==', '!=', '>', '>=', '<', '<=', 'contains', 'not_contains', 'exists', 'not_exist']),
  right: z.string().max(1000).optional(),
});
export type RetellEquation = z.output<typeof equation>;

const edge = z.looseObject({
  id: nodeId,
  destination_node_id: nodeId.optional(),
  transition_condition: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('prompt'), prompt: words }),
    z.looseObject({
      type: z.literal('equation'),
      operator: z.enum(['||', '&&']),
      equations: z.array(equation).min(1, 'must have an equation').max(50, 'must have at most 50 equations'),
    }),
  ]),
});
export type RetellEdge = z.output<typeof edge>;

export const retellNodeTypes = [
  'conversation',
  'subagent',
  'end',
  'function',
  'code',
  'transfer_call',
  'press_digit',
  'branch',
  'sms',
  'extract_dynamic_variables',
  'agent_swap',
  'mcp',
  'component',
  'bridge_transfer',
  'cancel_transfer',
] as const;

const instruction = z.looseObject({
  type: z.enum(['prompt', 'static_text', 'template']),
  text: words.optional(),
});

const extracted = z.looseObject({
  name: z.string().min(1, 'must not be empty').max(64),
  type: z.enum(['string', 'enum', 'boolean', 'number']),
  description: z.string().max(2000).optional(),
  choices: z.array(z.string().max(200)).max(50).optional(),
});

const modelChoice = z.looseObject({ type: z.literal('cascading').optional(), model: z.string().max(100) });

/** What is read of a node, of whatever type; the rest is kept with it. */
const flowNode = z.looseObject({
  id: nodeId,
  type: z.enum(retellNodeTypes),
  name: z.string().max(200).optional(),
  instruction: instruction.optional(),
  edges: z.array(edge).max(200, 'must have at most 200 edges').optional(),
  edge: edge.optional(),
  else_edge: edge.optional(),
  always_edge: edge.optional(),
  skip_response_edge: edge.optional(),
  success_edge: edge.optional(),
  failed_edge: edge.optional(),
  global_node_setting: z.looseObject({ condition: words }).optional(),
  model_choice: modelChoice.optional(),
  tool_id: z.string().max(200).optional(),
  code: z.string().max(20_000).optional(),
  variables: z.array(extracted).max(50).optional(),
  response_variables: z.record(z.string().max(100), z.string().max(500)).optional(),
  transfer_destination: z
    .looseObject({ type: z.string().max(50), number: z.string().max(100).optional() })
    .optional(),
});
export type RetellFlowNode = z.output<typeof flowNode>;

const strings = z.record(z.string().max(200), z.string().max(2000));
const tool = z.looseObject({
  type: z.string().max(100),
  name: z.string().max(64),
  tool_id: z.string().max(200).optional(),
  url: z.string().max(2000).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  headers: strings.optional(),
  query_params: strings.optional(),
  response_variables: strings.optional(),
  args_at_root: z.boolean().optional(),
  parameters: z
    .looseObject({
      properties: z
        .record(z.string().max(100), z.looseObject({ type: z.unknown(), description: z.string().optional() }))
        .optional(),
    })
    .optional(),
});
export type RetellFlowTool = z.output<typeof tool>;

export const retellFlowBody = z.looseObject({
  global_prompt: words.nullish(),
  model_choice: modelChoice.optional(),
  model_temperature: z.number().min(0, 'must be 0 to 1').max(1, 'must be 0 to 1').nullish(),
  nodes: z.array(flowNode).max(500, 'must have at most 500 nodes').nullish(),
  start_node_id: nodeId.nullish(),
  start_speaker: z.enum(['user', 'agent']).optional(),
  tools: z.array(tool).max(100, 'must have at most 100 tools').nullish(),
  default_dynamic_variables: dynamicVariables.nullish(),
});
export type RetellFlowBody = z.output<typeof retellFlowBody>;

/** What of a conversation flow its pipeline does not do, and where it is said. */
const notCarriedOver = z.object({ path: z.string(), message: z.string() });
export type NotCarriedOver = z.output<typeof notCarriedOver>;

const conversationFlow = z.looseObject({
  conversation_flow_id: z.string(),
  version: z.number().int(),
  last_modification_timestamp: timestamp,
  nodes: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  /** Named here, kept with the flow, and not done. */
  not_carried_over: z.array(notCarriedOver),
});
export type RetellConversationFlow = z.output<typeof conversationFlow>;

const params = z.strictObject({ conversationFlowId: retellId });
const one = (verb: string) => `${retellPrefix}/${verb}/:conversationFlowId`;
const megabyte = 1024 * 1024;

export const createRetellConversationFlow = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-conversation-flow`,
  auth,
  permits: 'flows:edit',
  tag,
  summary: 'Makes a pipeline of a conversation flow; names what the pipeline does not do.',
  body: retellFlowBody,
  bodyLimit: 4 * megabyte,
  response: conversationFlow,
  status: 201,
});

export const readRetellConversationFlow = endpoint({
  method: 'GET',
  path: one('get-conversation-flow'),
  auth,
  permits: 'flows:read',
  tag,
  summary: 'A pipeline as a conversation flow, with what was changed on its canvas.',
  params,
  query: retellVersionQuery,
  response: conversationFlow,
});

export const updateRetellConversationFlow = endpoint({
  method: 'PATCH',
  path: one('update-conversation-flow'),
  auth,
  permits: 'flows:edit',
  tag,
  summary: 'Changes the fields of a conversation flow that are sent, and redraws its pipeline.',
  params,
  query: retellVersionQuery,
  body: retellFlowBody,
  bodyLimit: 4 * megabyte,
  response: conversationFlow,
});

export const listRetellConversationFlows = endpoint({
  method: 'GET',
  path: `${retellPrefix}/v2/list-conversation-flows`,
  auth,
  permits: 'flows:read',
  tag,
  summary: 'Pipelines as conversation flows, by pages.',
  query: retellPageQuery,
  response: retellPage(conversationFlow),
});

export const deleteRetellConversationFlow = endpoint({
  method: 'DELETE',
  path: one('delete-conversation-flow'),
  auth,
  permits: 'flows:edit',
  tag,
  summary: 'Deletes a pipeline.',
  params,
});

/** A part that several conversation flows may share. Kept as it is: flows here have no shared parts. */
const retellComponentBody = z.looseObject({
  name: z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  nodes: z.array(flowNode).max(500, 'must have at most 500 nodes'),
});
export type RetellComponentBody = z.output<typeof retellComponentBody>;

const component = z.looseObject({
  conversation_flow_component_id: z.string(),
  name: z.string(),
  nodes: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  user_modified_timestamp: timestamp,
});
export type RetellComponent = z.output<typeof component>;

const componentParams = z.strictObject({ componentId: retellId });
const oneComponent = (verb: string) => `${retellPrefix}/${verb}/:componentId`;

export const createRetellComponent = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-conversation-flow-component`,
  auth,
  permits: 'flows:edit',
  tag,
  summary: 'Keeps a part of conversation flows.',
  body: retellComponentBody,
  bodyLimit: 4 * megabyte,
  response: component,
  status: 201,
});

export const readRetellComponent = endpoint({
  method: 'GET',
  path: oneComponent('get-conversation-flow-component'),
  auth,
  permits: 'flows:read',
  tag,
  summary: 'A part of conversation flows.',
  params: componentParams,
  response: component,
});

export const updateRetellComponent = endpoint({
  method: 'PATCH',
  path: oneComponent('update-conversation-flow-component'),
  auth,
  permits: 'flows:edit',
  tag,
  summary: 'Changes the fields of a part that are sent.',
  params: componentParams,
  body: retellComponentBody.partial(),
  bodyLimit: 4 * megabyte,
  response: component,
});

export const listRetellComponents = endpoint({
  method: 'GET',
  path: `${retellPrefix}/v2/list-conversation-flow-components`,
  auth,
  permits: 'flows:read',
  tag,
  summary: 'Parts of conversation flows by pages.',
  query: retellPageQuery,
  response: retellPage(component),
});

export const deleteRetellComponent = endpoint({
  method: 'DELETE',
  path: oneComponent('delete-conversation-flow-component'),
  auth,
  permits: 'flows:edit',
  tag,
  summary: 'Deletes a part of conversation flows.',
  params: componentParams,
});
