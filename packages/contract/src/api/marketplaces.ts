import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

/** Templates in Flowise's routes and rows; also served under `/api/v1`. */
const tag = 'Templates (Flowise form)';
const path = `${studioPrefix}/marketplaces`;

/** A row in Flowise's format: a graph as JSON text, or the parts of a tool. */
const marketplaceTemplate = z.object({
  id,
  templateName: z.string(),
  flowData: z.string().optional(),
  badge: z.string(),
  framework: z.array(z.string()),
  usecases: z.array(z.string()),
  categories: z.array(z.string()),
  type: z.enum(['Chatflow', 'Agentflow', 'AgentflowV2', 'Tool']),
  description: z.string(),
  iconSrc: z.string().optional(),
  schema: z.string().optional(),
  func: z.string().optional(),
});
export type MarketplaceTemplate = z.output<typeof marketplaceTemplate>;

const customTemplate = marketplaceTemplate.extend({
  name: z.string(),
  createdDate: z.string(),
  updatedDate: z.string(),
});
export type CustomTemplate = z.output<typeof customTemplate>;

export const listMarketplaceTemplates = endpoint({
  method: 'GET',
  path: `${path}/templates`,
  auth: 'sessionOrKey',
  permits: 'templates:read',
  tag,
  summary: 'The templates that come with the product, by name.',
  response: z.array(marketplaceTemplate),
});

export const listCustomTemplates = endpoint({
  method: 'GET',
  path: `${path}/custom`,
  auth: 'sessionOrKey',
  permits: 'templates:read',
  tag,
  summary: "The workspace's own templates, newest first.",
  response: z.array(customTemplate),
});

const toolOfBody = z.object({
  iconSrc: z.string().max(2000).nullish(),
  color: z.string().max(200).nullish(),
  schema: z.string().max(200_000).nullish(),
  func: z.string().max(200_000).nullish(),
});

/** Unknown keys are dropped: API clients send whole rows. */
export const createCustomTemplate = endpoint({
  method: 'POST',
  path: `${path}/custom`,
  auth: 'sessionOrKey',
  permits: 'templates:edit',
  tag,
  summary: 'Keeps a copy of a flow (`chatflowId`) or of a tool (`tool`) as a template.',
  body: z
    .object({
      name: z.string().trim().min(1, 'must not be empty').max(200),
      description: z.string().max(2000).nullish(),
      badge: z.string().max(50).nullish(),
      usecases: z.array(z.string().trim().min(1).max(50)).max(20).nullish(),
      chatflowId: id.optional(),
      tool: toolOfBody.optional(),
    })
    .refine(({ chatflowId, tool }) => (chatflowId === undefined) !== (tool === undefined), {
      path: ['chatflowId'],
      message: 'give either a flow or a tool',
    })
    .meta({ examples: [{ name: 'Support', chatflowId: 'the-id-of-the-flow' }] }),
  response: customTemplate,
});

export const deleteCustomTemplate = endpoint({
  method: 'DELETE',
  path: `${path}/custom/:id`,
  auth: 'sessionOrKey',
  permits: 'templates:edit',
  tag,
  summary: 'Deletes an own template.',
  params: idParams,
  response: z.object({ affected: z.number() }),
});
