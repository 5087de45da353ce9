import * as z from 'zod';
import { flowData, flowType } from '../flow/flow.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { conversationId, historyMessage } from './predictions.ts';
import { studioPrefix } from './prefixes.ts';
import { loggedEvent, runDecision } from './runs.ts';
import { tool } from './tools.ts';

const tag = 'Templates';
const path = `${studioPrefix}/templates`;

/** A template is a flow, a pipeline or a custom tool. */
export const templateType = z.enum([...flowType.options, 'TOOL']);
export type TemplateType = z.output<typeof templateType>;

/** A graph small enough for a card: boxes with their category, and edges by the indexes of their boxes. */
const templatePicture = z.object({
  nodes: z.array(
    z.object({
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      category: z.string(),
      isNote: z.boolean(),
    }),
  ),
  edges: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type TemplatePicture = z.output<typeof templatePicture>;

/** A template as the gallery shows it; `createdAt` is null for those that come with the product. */
const templateCard = z.object({
  id,
  isOwn: z.boolean(),
  name: z.string(),
  text: z.string(),
  type: templateType,
  badge: z.string(),
  useCases: z.array(z.string()),
  /** Kinds of credentials it does not run without. */
  keys: z.array(z.string()),
  /** It answers with the demo model, without any key. */
  isDemo: z.boolean(),
  picture: templatePicture.nullable(),
  createdAt: timestamp.nullable(),
});
export type TemplateCard = z.output<typeof templateCard>;

export const listTemplateCards = endpoint({
  method: 'GET',
  path: `${path}/cards`,
  auth: 'session',
  permits: 'templates:read',
  tag,
  summary: 'Every template: those that come with the product, then the own ones, newest first.',
  response: z.array(templateCard),
});

/** A custom tool that a template is, or that it brings along. */
const templateTool = z.object({
  name: z.string(),
  description: z.string(),
  color: z.string(),
  iconSrc: z.string(),
  schema: z.string(),
  func: z.string(),
});
export type TemplateTool = z.output<typeof templateTool>;

/** What a template requires; `isMet` is null where only a person can know. */
const templateNeed = z.object({
  label: z.string(),
  /** The kind of credential; absent for other requirements. */
  credential: z.string().optional(),
  isMet: z.boolean().nullable(),
});
export type TemplateNeed = z.output<typeof templateNeed>;

const templateDetail = templateCard.extend({
  about: z.string(),
  needs: z.array(templateNeed),
  greeting: z.string(),
  questions: z.array(z.string()),
  /** Null for a tool. */
  flowData: flowData.nullable(),
  /** The tool itself, or those that the flow calls. */
  tools: z.array(templateTool),
});
export type TemplateDetail = z.output<typeof templateDetail>;

export const readTemplate = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'templates:read',
  tag,
  summary: 'One template with its graph.',
  params: idParams,
  response: templateDetail,
});

export const takeTemplate = endpoint({
  method: 'POST',
  path: `${path}/:id/graph`,
  auth: 'session',
  permits: ['flows:edit', 'tools:edit'],
  tag,
  summary: 'The graph of a template, ready to be put into a flow: its tools are made in the workspace.',
  params: idParams,
  body: z.strictObject({}).optional(),
  response: z.object({ flowData }),
});

export const createToolFromTemplate = endpoint({
  method: 'POST',
  path: `${path}/:id/tools`,
  auth: 'session',
  permits: 'tools:edit',
  tag,
  summary: 'Makes a custom tool from a template of one.',
  params: idParams,
  body: z.strictObject({}).optional(),
  response: tool,
  status: 201,
});

/** Nothing of a trial is stored: the client sends the conversation along. */
export const tryTemplate = endpoint({
  method: 'POST',
  path: `${path}/:id/runs`,
  auth: 'session',
  permits: 'flows:run',
  tag,
  summary: 'Runs a template without making a flow, and streams its events.',
  params: idParams,
  body: z.strictObject({
    question: z.string().max(20_000),
    chatId: conversationId.optional(),
    history: z.array(historyMessage).max(100).optional(),
    /** Resumes a trial that waits for a person. */
    decides: runDecision.optional(),
  }),
  events: loggedEvent,
});
