import { randomUUID } from 'node:crypto';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { RetellPageQuery } from '@tendril/contract/api/retell-pages';
import type {
  createRetellTestBatch,
  listRetellTestBatches,
  listRetellTestRuns,
  RetellEngineQuery,
  RetellTestBatch,
  RetellTestCase,
  RetellTestedEngine,
  RetellTestRun,
} from '@tendril/contract/api/retell-tests';
import type { SimulationResult } from '@tendril/contract/api/simulations';
import { AppError, invalidInput } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RetellRecordTable } from '../../../platform/db/voice-tables.ts';
import type { Simulations } from '../../voice/simulations/public.ts';
import { pageOf } from './page-of.ts';
import { retellFieldsStore } from './retell-fields.store.ts';
import type { RetellTestCases } from './retell-test-cases.ts';
import { askedEngine, engineKey, type TestedEngines } from './tested-engines.ts';

/** What is stored of cases that were started together: each as it was, and its result's id. */
interface BatchFields {
  engine: RetellTestedEngine;
  runs: { definition: RetellTestCase; resultId: string }[];
}

interface BatchParts {
  db: Database;
  simulations: Simulations;
  cases: RetellTestCases;
  engines: TestedEngines;
}

/** Test cases in Retell's API that are run together. */
export function createRetellTestBatches({ db, simulations, cases, engines }: BatchParts) {
  const store = retellFieldsStore(db, 'retell_test_batch');

  const { require, runsOf, toBatch } = batchReader(store, simulations);

  return {
    /** Nothing is run unless all of the cases can be. */
    async create(scope: Scope, body: Body<typeof createRetellTestBatch>): Promise<RetellTestBatch> {
      const { response_engine: engine, test_case_definition_ids: ids } = body;
      const agentId = await engines.agentOf(scope, engine);
      const definitions: RetellTestCase[] = [];
      for (const [index, id] of ids.entries())
        definitions.push(await caseOf({ simulations, cases }, scope, { id, index, agentId }));
      const runs: BatchFields['runs'] = [];
      for (const definition of definitions) {
        const [result] = await simulations.run(scope, definition.test_case_definition_id, 1);
        if (result) runs.push({ definition, resultId: result.id });
      }
      const now = Date.now();
      const fields = JSON.stringify({ engine, runs } satisfies BatchFields);
      const { workspaceId } = scope;
      const row = { id: randomUUID(), workspaceId, createdAt: now, updatedAt: now, fields };
      await store.insert(row);
      return toBatch(scope, row);
    },

    read: async (scope: Scope, id: string) => toBatch(scope, await require(scope, id)),

    async list(
      scope: Scope,
      query: RetellEngineQuery & { version?: number | undefined },
    ): Promise<Answer<typeof listRetellTestBatches>> {
      const key = askedEngine(query);
      const rows = (await store.list(scope)).filter((row) => {
        const { engine } = readFields(row);
        const isAsked = engine.type === query.type && engineKey(engine) === key;
        return isAsked && (query.version === undefined || engine.version === query.version);
      });
      const { items, ...rest } = pageOf(rows, query, ({ id }) => id);
      return { items: await Promise.all(items.map((row) => toBatch(scope, row))), ...rest };
    },

    async listRuns(
      scope: Scope,
      id: string,
      query: RetellPageQuery,
    ): Promise<Answer<typeof listRetellTestRuns>> {
      const runs = await runsOf(scope, await require(scope, id));
      return pageOf(runs.toReversed(), query, (run) => run.test_case_job_id);
    },

    async readRun(scope: Scope, id: string): Promise<RetellTestRun> {
      const row = await store.find(scope, id.replace(/_\d+$/, ''));
      const run = row && (await runsOf(scope, row)).find((one) => one.test_case_job_id === id);
      if (!run) throw new AppError('NOT_FOUND', 'Run of a test not found.');
      return run;
    },
  };
}

export type RetellTestBatches = ReturnType<typeof createRetellTestBatches>;

function readFields({ fields }: Pick<RetellRecordTable, 'fields'>): BatchFields {
  return JSON.parse(fields) as BatchFields;
}

const speakers = { agent: 'agent', user: 'user', tool: 'tool_call_result' } as const;

function outcomeOf(result: SimulationResult | undefined, createdAt: number) {
  if (!result)
    return {
      status: 'error' as const,
      creation_timestamp: createdAt,
      user_modified_timestamp: createdAt,
      result_explanation: 'The result is no longer stored.',
      transcript_snapshot: null,
    };
  const { status, explanation, transcript, startedAt, ms } = result;
  const isRunning = status === 'running';
  return {
    status: isRunning ? ('in_progress' as const) : status,
    creation_timestamp: startedAt,
    user_modified_timestamp: startedAt + ms,
    result_explanation: isRunning ? null : explanation,
    transcript_snapshot: isRunning
      ? null
      : { transcript: transcript.map(({ role, content }) => ({ role: speakers[role], content })) },
  };
}

/** Batches and their runs as they are now. */
function batchReader(
  store: ReturnType<typeof retellFieldsStore>,
  simulations: Pick<Simulations, 'resultsById'>,
) {
  async function require(scope: Scope, id: string): Promise<RetellRecordTable> {
    const row = await store.find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Batch of tests not found.');
    return row;
  }

  async function runsOf(scope: Scope, row: RetellRecordTable): Promise<RetellTestRun[]> {
    const { runs } = readFields(row);
    const ids = runs.map(({ resultId }) => resultId);
    const found = new Map((await simulations.resultsById(scope, ids)).map((one) => [one.id, one]));
    return runs.map(({ definition, resultId }, index) => ({
      test_case_job_id: `${row.id}_${index}`,
      test_case_definition_id: definition.test_case_definition_id,
      test_case_definition_snapshot: definition,
      ...outcomeOf(found.get(resultId), row.createdAt),
    }));
  }

  async function toBatch(scope: Scope, row: RetellRecordTable): Promise<RetellTestBatch> {
    const runs = await runsOf(scope, row);
    const count = (wanted: RetellTestRun['status']) => runs.filter(({ status }) => status === wanted).length;
    return {
      test_case_batch_job_id: row.id,
      status: count('in_progress') > 0 ? 'in_progress' : 'complete',
      response_engine: readFields(row).engine,
      pass_count: count('pass'),
      fail_count: count('fail'),
      error_count: count('error'),
      total_count: runs.length,
      creation_timestamp: row.createdAt,
      user_modified_timestamp: row.updatedAt,
    };
  }

  return { require, runsOf, toBatch };
}

/** A case that can be run with others; throws INVALID_INPUT that names its place among them. */
async function caseOf(
  { simulations, cases }: Pick<BatchParts, 'simulations' | 'cases'>,
  scope: Scope,
  { id, index, agentId }: { id: string; index: number; agentId: string },
): Promise<RetellTestCase> {
  const path = ['test_case_definition_ids', index];
  const { agentId: own } = await simulations.read(scope, id).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    throw invalidInput([{ path, message: 'is not a test case of this workspace' }]);
  });
  if (own !== agentId)
    throw invalidInput([{ path, message: 'belongs to an agent that answers by something else' }]);
  return cases.read(scope, id);
}
