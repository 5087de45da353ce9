import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { flowDetail } from './flows.ts';
import { id, idParams, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';
import { templateType } from './template-gallery.ts';

const tag = 'Templates';
const path = `${studioPrefix}/templates`;

/** A template that somebody of the workspace saved; its graph holds no secret and no file. */
const flowTemplate = z.object({
  id,
  name: z.string(),
  description: z.string(),
  type: templateType,
  badge: z.string(),
  usecases: z.array(z.string()),
  nodeNames: z.array(z.string()),
  createdAt: timestamp,
});
export type FlowTemplate = z.output<typeof flowTemplate>;

export const listFlowTemplates = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'templates:read',
  tag,
  summary: "The workspace's own templates, newest first.",
  query: z.strictObject({ type: templateType.optional() }),
  response: z.array(flowTemplate),
});

export const saveFlowTemplate = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  permits: 'templates:edit',
  tag,
  summary: "Keeps a copy of a flow's draft, without its secrets and files, or of a tool as a template.",
  body: z
    .strictObject({
      flowId: id.optional(),
      toolId: id.optional(),
      name: z.string().trim().min(1, 'must not be empty').max(200),
      description: z.string().max(2000).default(''),
      badge: z.string().max(50).default(''),
      usecases: z.array(z.string().trim().min(1).max(50)).max(20).default([]),
    })
    .refine(({ flowId, toolId }) => (flowId === undefined) !== (toolId === undefined), {
      path: ['flowId'],
      message: 'give either a flow or a tool',
    })
    .meta({ examples: [{ name: 'Support', flowId: 'the-id-of-the-flow' }] }),
  response: flowTemplate,
  status: 201,
});

export const createFromTemplate = endpoint({
  method: 'POST',
  path: `${path}/:id/flows`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: 'Makes a flow from a template, own or not; the tools it calls are made with it.',
  params: idParams,
  body: z.strictObject({ name: z.string().trim().min(1).max(200).optional() }).optional(),
  response: flowDetail,
  status: 201,
});

export const deleteFlowTemplate = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'templates:edit',
  tag,
  summary: 'Deletes a template.',
  params: idParams,
});
