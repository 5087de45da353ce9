import * as z from 'zod';
import { isTimeZone } from '../voice/open-hours.ts';
import { e164Pattern } from '../voice/phone-number.ts';
import { dynamicVariables } from '../voice/voice-agent.ts';
import { mostContacts } from './batch-calls.ts';
import { endpoint } from './endpoint.ts';
import {
  retellAmount as amount,
  retellBooleanFilter as booleanFilter,
  retellEnumFilter as enumFilter,
  retellKeyedFilters as keyed,
  retellPicked,
  retellSearchPage,
  retellWord as word,
} from './retell-filters.ts';
import { retellAuth as auth, retellId, retellPrefix, retellTag as tag } from './retell-pages.ts';

const params = z.strictObject({ callId: retellId });
/** Retell’s call object: its optional fields come with the state of the call. */
const retellCall = z.looseObject({ call_id: z.string(), agent_id: z.string(), call_status: z.string() });

/** All have to hold; what a call has no such thing for is refused by name. */
const retellCallFilters = z.strictObject({
  agent: retellPicked,
  call_id: word,
  call_status: enumFilter.optional(),
  call_type: enumFilter.optional(),
  direction: enumFilter.optional(),
  disconnection_reason: enumFilter.optional(),
  from_number: word,
  to_number: word,
  duration_ms: amount,
  start_timestamp: amount,
  end_timestamp: amount,
  combined_cost: amount,
  e2e_latency_p50: amount,
  call_successful: booleanFilter.optional(),
  in_voicemail: booleanFilter.optional(),
  user_sentiment: enumFilter.optional(),
  custom_analysis_data: keyed,
  dynamic_variables: keyed,
  metadata: keyed,
  tool_calls: z
    .array(z.strictObject({ name: z.string().max(64).optional(), success: booleanFilter.optional() }))
    .max(20, 'must have at most 20 filters')
    .optional(),
});
export type RetellCallFilters = z.output<typeof retellCallFilters>;

const phoneNumber = z
  .string()
  .regex(e164Pattern, 'must be in E.164 form: +, country code and number, digits only')
  .meta({ examples: ['+12025550123'] });

export const retellWebCallBody = z.looseObject({
  agent_id: retellId,
  agent_version: z.union([z.number().int().min(0), z.enum(['latest', 'latest_published'])]).optional(),
  metadata: z.record(z.string().max(100), z.unknown()).nullish(),
  retell_llm_dynamic_variables: dynamicVariables.nullish(),
});

export const createRetellWebCall = endpoint({
  method: 'POST',
  path: `${retellPrefix}/v3/create-web-call`,
  auth,
  permits: 'calls:start',
  tag,
  summary: 'Registers a call from a page; its token opens the line once, within a minute.',
  body: retellWebCallBody,
  response: z.object({
    access_token: z.string(),
    call_id: z.string(),
    expires_at: z.number(),
    ice_servers: z.array(z.object({ urls: z.string() })),
    transport: z.literal('gateway'),
    /** Where the page opens the line, with `?token=`. */
    socket_url: z.string(),
  }),
  status: 201,
});

export const retellPhoneCallBody = z.looseObject({
  from_number: phoneNumber,
  to_number: phoneNumber.meta({ examples: ['+12025550188'] }),
  override_agent_id: retellId.optional(),
  override_agent_version: z
    .union([z.number().int().min(0), z.enum(['latest', 'latest_published'])])
    .optional(),
  metadata: z.record(z.string().max(100), z.unknown()).nullish(),
  retell_llm_dynamic_variables: dynamicVariables.nullish(),
  custom_sip_headers: z
    .record(z.string().regex(/^X-[A-Za-z0-9-]{1,60}$/i, 'must begin with X-'), z.string().max(500))
    .nullish(),
});

export const createRetellPhoneCall = endpoint({
  method: 'POST',
  path: `${retellPrefix}/v2/create-phone-call`,
  auth,
  permits: 'calls:dial',
  tag,
  summary: 'Calls a telephone number from a number of the workspace.',
  body: retellPhoneCallBody,
  response: retellCall,
  status: 201,
});

const minutes = z.number().int().min(0, 'must be 0 to 1440').max(1440, 'must be 0 to 1440');
const retellDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const callTimeWindow = z.looseObject({
  /** Half-open, in minutes since midnight there. */
  windows: z
    .array(
      z
        .object({ start: minutes, end: minutes })
        .refine(({ start, end }) => start < end, { path: ['end'], error: 'must be after its start' }),
    )
    .min(1, 'must have a window')
    .max(20, 'must have at most 20 windows'),
  /** Absent or empty: every day. */
  day: z.array(z.enum(retellDays)).max(7).optional(),
  timezone: z.string().refine(isTimeZone, 'must be a time zone such as America/Los_Angeles').optional(),
});
export type RetellCallTimeWindow = z.output<typeof callTimeWindow>;

const retellTask = retellPhoneCallBody.omit({ from_number: true });

export const retellBatchCallBody = z.looseObject({
  from_number: phoneNumber,
  tasks: z
    .array(retellTask)
    .min(1, 'must have a task')
    .max(mostContacts, `must have at most ${mostContacts} tasks`)
    .meta({ examples: [[{ to_number: '+12025550188' }]] }),
  name: z.string().max(200, 'must have at most 200 characters').optional(),
  trigger_timestamp: z.number().int().min(0).optional(),
  reserved_concurrency: z
    .number()
    .int()
    .min(0, 'must be 0 to 1000')
    .max(1000, 'must be 0 to 1000')
    .optional(),
  call_time_window: callTimeWindow.optional(),
});

export const createRetellBatchCall = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-batch-call`,
  auth,
  permits: 'calls:dial',
  tag,
  summary: 'Calls the people of a list from a number of the workspace.',
  bodyLimit: 20 * 1024 * 1024,
  body: retellBatchCallBody,
  response: z.object({
    batch_call_id: z.string(),
    name: z.string(),
    from_number: z.string(),
    scheduled_timestamp: z.number(),
    total_task_count: z.number().int(),
    call_time_window: z
      .object({
        windows: z.array(z.object({ start: z.number(), end: z.number() })),
        day: z.array(z.enum(retellDays)).optional(),
        timezone: z.string().optional(),
      })
      .optional(),
  }),
  status: 201,
});

export const retellArrivingCallBody = z.looseObject({
  agent_id: retellId,
  agent_version: z.union([z.number().int().min(0), z.enum(['latest', 'latest_published'])]).optional(),
  direction: z.literal('inbound', 'is not served here: only inbound calls are registered').optional(),
  from_number: phoneNumber.meta({ examples: ['+12025550188'] }),
  to_number: phoneNumber,
  metadata: z.record(z.string().max(100), z.unknown()).nullish(),
  retell_llm_dynamic_variables: dynamicVariables.nullish(),
});

/** Lines here lead to numbers: a registered call is recognized by its two. */
export const registerRetellPhoneCall = endpoint({
  method: 'POST',
  path: `${retellPrefix}/v2/register-phone-call`,
  auth,
  permits: 'calls:start',
  tag,
  summary:
    'Says who answers the next call from one number to a number of the workspace, within nine minutes.',
  body: retellArrivingCallBody,
  response: retellCall,
  status: 201,
});

export const readRetellCall = endpoint({
  method: 'GET',
  path: `${retellPrefix}/v2/get-call/:callId`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'A call.',
  params,
  response: retellCall,
});

export const listRetellCalls = endpoint({
  method: 'POST',
  path: `${retellPrefix}/v3/list-calls`,
  auth,
  permits: 'calls:listen',
  isRead: true,
  tag,
  summary: 'Calls from pages and telephones by pages; tests of the editor and test cases are not among them.',
  body: z
    .strictObject({
      filter_criteria: retellCallFilters.optional(),
      ...retellSearchPage,
    })
    .optional(),
  response: z.object({
    items: z.array(retellCall),
    has_more: z.boolean(),
    pagination_key: z.string().optional(),
    total: z.number().int().optional(),
  }),
});

export const retellCallChanges = z.looseObject({
  metadata: z.record(z.string().max(100), z.unknown()).optional(),
});

export const updateRetellCall = endpoint({
  method: 'PATCH',
  path: `${retellPrefix}/v2/update-call/:callId`,
  auth,
  permits: 'calls:start',
  tag,
  summary: 'Replaces the metadata of a call.',
  params,
  body: retellCallChanges,
  response: retellCall,
});

export const deleteRetellCall = endpoint({
  method: 'DELETE',
  path: `${retellPrefix}/v2/delete-call/:callId`,
  auth,
  permits: 'calls:delete',
  tag,
  summary: 'Deletes a call with everything that is stored of it.',
  params,
});

export const stopRetellCall = endpoint({
  method: 'POST',
  path: `${retellPrefix}/v2/stop-call/:callId`,
  auth,
  permits: 'calls:start',
  tag,
  summary: 'Ends a call in progress.',
  params,
});

export const rerunRetellAnalysis = endpoint({
  method: 'PUT',
  path: `${retellPrefix}/rerun-call-analysis/:callId`,
  auth,
  permits: 'calls:start',
  tag,
  summary: 'Analyses an ended call once more, and notifies its receiver.',
  params,
  response: retellCall,
});

export const readRetellConcurrency = endpoint({
  method: 'GET',
  path: `${retellPrefix}/get-concurrency`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'How many calls are in progress, and how many may be.',
  response: z.object({
    current_concurrency: z.number().int(),
    concurrency_limit: z.number().int(),
    base_concurrency: z.number().int(),
    purchased_concurrency: z.number().int(),
    concurrency_purchase_limit: z.number().int(),
    remaining_purchase_limit: z.number().int(),
    concurrency_burst_enabled: z.boolean(),
    concurrency_burst_limit: z.number().int(),
    reserved_inbound_concurrency: z.number().int(),
  }),
});
