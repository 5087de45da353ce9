import * as z from 'zod';
import * as settings from '../flow/flow-settings.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Flow settings';
const path = `${studioPrefix}/flows/:id/settings`;

export const readFlowSettings = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'flows:read',
  tag,
  summary: "A flow's settings.",
  params: idParams,
  response: settings.flowSettings,
});

const sections = z
  .strictObject({
    isPublic: z.boolean(),
    apikeyid: id.nullable(),
    category: z.string().max(500),
    chatbotConfig: settings.chatbotConfig,
    apiConfig: settings.apiConfig,
    analytic: settings.analyticConfig,
    speechToText: settings.speechConfig,
    textToSpeech: settings.speechConfig,
    followUpPrompts: settings.followUpPrompts,
    mcpServerConfig: settings.mcpConfig,
  })
  .partial();
type Sections = z.output<typeof sections>;

interface Fault {
  path: (string | number)[];
  message: string;
}

/** A host, with scheme and port where given; a path would never match what a browser sends. */
const pageAddress = /^(?:https?:\/\/)?(?:\*\.)?[A-Za-z0-9.-]+(?::\d{1,5})?\/?$/;

function* findFaults({ chatbotConfig, apiConfig, followUpPrompts, ...rest }: Sections): Generator<Fault> {
  for (const [index, origin] of (chatbotConfig?.allowedOrigins ?? []).entries()) {
    const path = ['chatbotConfig', 'allowedOrigins', index];
    if (origin.trim() !== '' && !pageAddress.test(origin.trim()))
      yield { path, message: 'must be an address such as https://example.com' };
  }
  const rate = apiConfig?.rateLimit;
  for (const field of ['limitMax', 'limitDuration'] as const) {
    const path = ['apiConfig', 'rateLimit', field];
    if (rate?.status && !rate[field]) yield { path, message: 'is needed while the rate limit is on' };
  }
  for (const section of ['speechToText', 'textToSpeech'] as const) {
    const active = Object.entries(rest[section] ?? {}).filter(([, provider]) => provider.status === true);
    const second = active[1];
    if (second) yield { path: [section, second[0], 'status'], message: 'only one provider may be on' };
  }
  if (followUpPrompts?.status && !followUpPrompts.selectedProvider)
    yield { path: ['followUpPrompts', 'selectedProvider'], message: 'is needed while they are on' };
}

/** A section that is sent replaces the stored one as a whole; one that is left out stays. */
export const updateFlowSettings = endpoint({
  method: 'PATCH',
  path,
  auth: 'session',
  permits: 'flows:publish',
  proof: 'ifRequired',
  tag,
  summary: "Changes sections of a flow's settings.",
  params: idParams,
  body: sections.superRefine((body, context) => {
    for (const { path, message } of findFaults(body))
      context.addIssue({ code: 'custom', path, message, input: body });
  }),
  bodyLimit: 2 * 1024 * 1024,
  response: settings.flowSettings,
});

/** A parameter that callers may override, once it is enabled. */
const overridableInput = z.object({
  node: z.string(),
  nodeId: z.string(),
  label: z.string(),
  name: z.string(),
  type: z.string(),
});

export const readFlowConfig = endpoint({
  method: 'GET',
  path: `${studioPrefix}/flow-config/:id`,
  auth: 'sessionOrKey',
  permits: 'flows:read',
  tag: 'Flows (Flowise form)',
  summary: 'Parameters of the flow that calls may override once they are enabled.',
  params: idParams,
  response: z.array(overridableInput),
});

/** A node as it stands in a drawing. */
export const readNodeConfig = endpoint({
  method: 'POST',
  path: `${studioPrefix}/node-config`,
  auth: 'sessionOrKey',
  permits: 'flows:read',
  isRead: true,
  tag: 'Flows (Flowise form)',
  summary: 'Parameters of one node that calls may override once they are enabled.',
  body: z.object({
    id: z.string().max(256),
    name: z.string().max(128),
    label: z.string().max(500),
    inputParams: z.array(z.looseObject({ name: z.string(), type: z.string() })).optional(),
  }),
  response: z.array(overridableInput),
});

/** A node of a flow, and what is wrong with it. */
const nodeIssues = z.object({
  id: z.string(),
  label: z.string(),
  name: z.string(),
  issues: z.array(z.string()),
});

export const validateFlow = endpoint({
  method: 'GET',
  path: `${studioPrefix}/validation/:id`,
  auth: 'sessionOrKey',
  permits: 'flows:read',
  tag: 'Flows (Flowise form)',
  summary: 'What is wrong with a flow, by its nodes; an entry of its own for the flow as a whole.',
  params: idParams,
  response: z.array(nodeIssues),
});
