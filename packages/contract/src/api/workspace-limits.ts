import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'Limits';
const path = `${corePrefix}/workspace/limits`;

/** What a workspace may limit, and in which unit; each stands under the server's setting of the same name. */
export const limitUnits = {
  visitorAnswersPerMinute: 'count',
  visitorFilesMb: 'megabytes',
  flowChatFilesMb: 'megabytes',
  workspaceFilesMb: 'megabytes',
  workspaceCalls: 'count',
  agentCalls: 'count',
  addressCalls: 'count',
  textCallIdleMs: 'milliseconds',
  textCallMaxMs: 'milliseconds',
  workspaceSimulations: 'count',
  workspaceRuns: 'count',
  workspaceRunsPerMinute: 'count',
  workspaceTokensPerDay: 'count',
  workspaceUsdPerMonth: 'dollars',
  workspaceEventsMb: 'megabytes',
  workspaceWaitingJobs: 'count',
  workspaceChunks: 'count',
  workspaceKnowledgeMb: 'megabytes',
  workspaceKnowledgeTokensPerDay: 'count',
} as const;

export type LimitName = keyof typeof limitUnits;
/** What is refused once it is used up, and cheap to count: people are warned before. */
export const quotaNames = [
  'workspaceRunsPerMinute',
  'workspaceTokensPerDay',
  'workspaceUsdPerMonth',
  'workspaceEventsMb',
  'workspaceWaitingJobs',
  'workspaceChunks',
  'workspaceKnowledgeMb',
  'workspaceKnowledgeTokensPerDay',
] as const satisfies readonly LimitName[];
export const limitNames = Object.keys(limitUnits) as LimitName[];

const limitState = z.object({
  name: z.enum(limitNames),
  unit: z.enum(['count', 'megabytes', 'milliseconds', 'dollars']),
  /** What holds; 0 for no limit. */
  value: z.number().int(),
  /** What the workspace has set for itself. */
  own: z.number().int().nullable(),
  /** The server's setting, which no workspace exceeds; 0 for no limit. */
  most: z.number().int(),
  /** How much of it is in use, by the caller who uses most of it. */
  used: z.number(),
});
export type LimitState = z.output<typeof limitState>;

const answer = z.object({
  data: z.array(limitState),
  /** Whether the caller may change them. */
  mayChange: z.boolean(),
});

export const readLimits = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'limits:read',
  tag,
  summary:
    'The limits of the workspace, each with what is in use of it; with `near` the quotas that are nearly used up.',
  query: z.strictObject({ near: z.literal('true').optional() }),
  response: answer,
});

const wanted = z.number().int().min(1).max(1_000_000_000).nullable().optional();
const wantedMs = z.number().int().min(1000).max(86_400_000).nullable().optional();

export const changeLimits = endpoint({
  method: 'PUT',
  path,
  auth: 'session',
  permits: 'limits:edit',
  tag,
  summary: "Sets limits of the workspace; null goes back to the server's.",
  body: z.strictObject({
    visitorAnswersPerMinute: wanted,
    visitorFilesMb: wanted,
    flowChatFilesMb: wanted,
    workspaceFilesMb: wanted,
    workspaceCalls: wanted,
    agentCalls: wanted,
    addressCalls: wanted,
    textCallIdleMs: wantedMs,
    textCallMaxMs: wantedMs,
    workspaceSimulations: wanted,
    workspaceRuns: wanted,
    workspaceRunsPerMinute: wanted,
    workspaceTokensPerDay: wanted,
    workspaceUsdPerMonth: wanted,
    workspaceEventsMb: wanted,
    workspaceWaitingJobs: wanted,
    workspaceChunks: wanted,
    workspaceKnowledgeMb: wanted,
    workspaceKnowledgeTokensPerDay: wanted,
  } satisfies Record<LimitName, z.ZodType>),
  response: answer,
});
