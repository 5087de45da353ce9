import * as z from 'zod';
import { dynamicVariables } from '../voice/voice-agent.ts';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import {
  retellAuth as auth,
  retellId,
  retellPage,
  retellPageQuery,
  retellPrefix,
  retellVersionNumber,
  retellTag as tag,
} from './retell-pages.ts';

/** What answers in a test: an LLM record or a conversation flow, which one of the agents answers by. */
const testedEngine = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('retell-llm'), llm_id: id, version: z.number().int().min(0).nullish() }),
  z.strictObject({
    type: z.literal('conversation-flow'),
    conversation_flow_id: id,
    version: z.number().int().min(0).nullish(),
  }),
]);
export type RetellTestedEngine = z.output<typeof testedEngine>;

const toolMock = z.strictObject({
  tool_name: z.string().min(1, 'must not be empty').max(64, 'must have at most 64 characters'),
  input_match_rule: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('any') }),
    z.strictObject({ type: z.literal('partial_match'), args: z.record(z.string(), z.unknown()) }),
  ]),
  output: z.string().max(20_000, 'must have at most 20000 characters'),
  result: z.boolean().nullish(),
});
export type RetellToolMock = z.output<typeof toolMock>;

/** The fields of a test case that are read; others are refused by name. */
export const retellTestCaseBody = z.looseObject({
  name: z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  response_engine: testedEngine,
  /** Who the caller is and what they want. */
  user_prompt: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(10_000, 'must have at most 10000 characters'),
  /** Sentences that have to hold for the whole conversation. */
  metrics: z
    .array(z.string().trim().min(1, 'must not be empty').max(2000, 'must have at most 2000 characters'))
    .max(50, 'must have at most 50 metrics'),
  dynamic_variables: dynamicVariables.optional(),
  tool_mocks: z.array(toolMock).max(50, 'must have at most 50 mocks').optional(),
});
export type RetellTestCaseBody = z.output<typeof retellTestCaseBody>;

const testCase = z.looseObject({
  test_case_definition_id: z.string(),
  type: z.literal('simulation'),
  name: z.string(),
  response_engine: testedEngine,
  user_prompt: z.string(),
  metrics: z.array(z.string()),
  dynamic_variables: z.record(z.string(), z.string()),
  tool_mocks: z.array(toolMock),
  llm_model: z.string(),
  creation_timestamp: timestamp,
  user_modified_timestamp: timestamp,
  /** What of the case these fields cannot express. */
  not_carried_over: z.array(z.string()).optional(),
});
export type RetellTestCase = z.output<typeof testCase>;

const batch = z.object({
  test_case_batch_job_id: z.string(),
  status: z.enum(['in_progress', 'complete']),
  response_engine: testedEngine,
  pass_count: z.number().int(),
  fail_count: z.number().int(),
  error_count: z.number().int(),
  total_count: z.number().int(),
  creation_timestamp: timestamp,
  user_modified_timestamp: timestamp,
});
export type RetellTestBatch = z.output<typeof batch>;

const testRun = z.object({
  test_case_job_id: z.string(),
  status: z.enum(['pending', 'in_progress', 'pass', 'fail', 'error']),
  test_case_definition_id: z.string(),
  test_case_definition_snapshot: testCase,
  creation_timestamp: timestamp,
  user_modified_timestamp: timestamp,
  result_explanation: z.string().nullable(),
  transcript_snapshot: z.unknown(),
});
export type RetellTestRun = z.output<typeof testRun>;

const caseParams = z.strictObject({ testCaseDefinitionId: retellId });
const oneCase = (verb: string) => `${retellPrefix}/${verb}/:testCaseDefinitionId`;
const ofEngine = retellPageQuery.extend({
  type: z.enum(['retell-llm', 'conversation-flow']),
  llm_id: id.optional(),
  conversation_flow_id: id.optional(),
});
export type RetellEngineQuery = z.output<typeof ofEngine>;

export const createRetellTestCase = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-test-case-definition`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Adds a test case to the agent that answers by an LLM record or a conversation flow.',
  body: retellTestCaseBody,
  response: testCase,
  status: 201,
});

export const readRetellTestCase = endpoint({
  method: 'GET',
  path: oneCase('get-test-case-definition'),
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'A test case.',
  params: caseParams,
  response: testCase,
});

export const updateRetellTestCase = endpoint({
  method: 'PUT',
  path: oneCase('update-test-case-definition'),
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Changes the fields of a test case that are sent.',
  params: caseParams,
  body: retellTestCaseBody.partial(),
  response: testCase,
});

export const listRetellTestCases = endpoint({
  method: 'GET',
  path: `${retellPrefix}/v2/list-test-case-definitions`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'Test cases of an LLM record or a conversation flow by pages.',
  query: ofEngine,
  response: retellPage(testCase),
});

export const deleteRetellTestCase = endpoint({
  method: 'DELETE',
  path: oneCase('delete-test-case-definition'),
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Deletes a test case with its results.',
  params: caseParams,
});

export const createRetellTestBatch = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-batch-test`,
  auth,
  permits: 'simulations:run',
  tag,
  summary: 'Runs test cases against the draft of the agent that answers by an engine.',
  body: z.strictObject({
    response_engine: testedEngine,
    test_case_definition_ids: z
      .array(retellId)
      .min(1, 'must name a test case')
      .max(100, 'must have at most 100 test cases'),
  }),
  response: batch,
  status: 201,
});

const batchParams = z.strictObject({ testCaseBatchJobId: retellId });

export const readRetellTestBatch = endpoint({
  method: 'GET',
  path: `${retellPrefix}/get-batch-test/:testCaseBatchJobId`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'How far test cases that were started together are.',
  params: batchParams,
  response: batch,
});

export const listRetellTestBatches = endpoint({
  method: 'GET',
  path: `${retellPrefix}/v2/list-batch-tests`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'Test cases that were started together, by pages.',
  query: ofEngine.extend({ version: retellVersionNumber.optional() }),
  response: retellPage(batch),
});

export const listRetellTestRuns = endpoint({
  method: 'GET',
  path: `${retellPrefix}/v2/list-test-runs/:testCaseBatchJobId`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'The runs of test cases that were started together, by pages.',
  params: batchParams,
  query: retellPageQuery,
  response: retellPage(testRun),
});

export const readRetellTestRun = endpoint({
  method: 'GET',
  path: `${retellPrefix}/get-test-run/:testCaseJobId`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'One run of a test case.',
  params: z.strictObject({ testCaseJobId: retellId }),
  response: testRun,
});
