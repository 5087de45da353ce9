import * as z from 'zod';
import { flowData, flowType } from '../flow/flow.ts';
import { nodeTemplate, templateInput } from '../node/node-template.ts';
import { endpoint } from './endpoint.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Nodes';
const nameParams = z.strictObject({ name: z.string().max(128) });

export const listNodes = endpoint({
  method: 'GET',
  path: `${studioPrefix}/nodes`,
  auth: 'sessionOrKey',
  permits: 'member',
  tag,
  summary: 'All node templates; `summary` leaves the inputs of those out that cannot run here.',
  query: z.object({ summary: z.stringbool().optional() }),
  response: z.array(nodeTemplate),
});

export const readNode = endpoint({
  method: 'GET',
  path: `${studioPrefix}/nodes/:name`,
  auth: 'sessionOrKey',
  permits: 'member',
  tag,
  summary: 'One node template.',
  params: nameParams,
  response: nodeTemplate,
});

export const listNodesOfCategory = endpoint({
  method: 'GET',
  path: `${studioPrefix}/nodes/category/:name`,
  auth: 'sessionOrKey',
  permits: 'member',
  tag,
  summary: 'The node templates of a category; none for one that does not exist.',
  params: nameParams,
  response: z.array(nodeTemplate),
});

export const readNodeExample = endpoint({
  method: 'GET',
  path: `${studioPrefix}/nodes/:name/example`,
  auth: 'sessionOrKey',
  permits: 'member',
  tag,
  summary: 'A small flow with the node at work, to start from; where it can, it runs on the demo model.',
  params: nameParams,
  response: z.object({ type: flowType, flowData }),
});

export const loadNodeOptions = endpoint({
  method: 'POST',
  path: `${studioPrefix}/node-load-method/:name`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: 'Options of an asyncOptions parameter.',
  params: nameParams,
  body: z.object({
    loadMethod: z.string().max(128),
    inputs: z.record(z.string(), z.unknown()).default({}),
    credential: z.string().max(64).optional(),
    /** The flow whose stored files the lists may be read from. */
    flowId: z.string().max(64).optional(),
  }),
  response: z.array(z.object({ name: z.string(), label: z.string(), description: z.string().optional() })),
});

/** A kind of credential for its form. */
const credentialComponent = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string().optional(),
  /** Category and icon of the nodes that use it. */
  category: z.string().optional(),
  icon: z.string().optional(),
  /** The vendor's page with the values. */
  docs: z.string().optional(),
  isTestable: z.boolean(),
  testNote: z.string().optional(),
  /** Requires a sign-in at the vendor beside its fields. */
  isOAuth2: z.boolean(),
  inputs: z.array(templateInput),
});

export const listCredentialComponents = endpoint({
  method: 'GET',
  path: `${studioPrefix}/components-credentials`,
  auth: 'sessionOrKey',
  permits: 'member',
  tag,
  summary: 'All kinds of secrets.',
  response: z.array(credentialComponent),
});

export const readCredentialComponent = endpoint({
  method: 'GET',
  path: `${studioPrefix}/components-credentials/:name`,
  auth: 'sessionOrKey',
  permits: 'member',
  tag,
  summary: 'One kind of secret, or several joined by "&".',
  params: z.strictObject({ name: z.string().max(1000) }),
  response: z.union([credentialComponent, z.array(credentialComponent)]),
});
