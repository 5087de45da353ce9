import type { Answer } from '@tendril/contract/api/endpoint';
import {
  type listRetellTestCases,
  type RetellEngineQuery,
  type RetellTestCase,
  type RetellTestCaseBody,
  type RetellToolMock,
  retellTestCaseBody,
} from '@tendril/contract/api/retell-tests';
import type { Simulation, SimulationFields } from '@tendril/contract/api/simulations';
import { AppError, invalidInput } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Simulations } from '../../voice/simulations/public.ts';
import { pageOf } from './page-of.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import { askedEngine, engineKey, type TestedEngines } from './tested-engines.ts';

/** Turns of a caller whom nobody limits. */
const turnsOfCase = 30;

/** Test cases in Retell's API: simulations with a caller that a model plays. */
export function createRetellTestCases(simulations: Simulations, engines: TestedEngines) {
  async function toRetell(scope: Scope, one: Simulation): Promise<RetellTestCase> {
    const engine = await engines.engineOf(scope, one.agentId);
    if (!engine) throw new AppError('NOT_FOUND', 'Test case not found.');
    return {
      ...toTestCase(one),
      response_engine: engine,
      llm_model: await engines.modelOf(scope, one.agentId),
    };
  }
  const read = async (scope: Scope, id: string) => toRetell(scope, await simulations.read(scope, id));

  return {
    read,

    async create(scope: Scope, body: RetellTestCaseBody): Promise<RetellTestCase> {
      refuseUnserved(retellTestCaseBody, body);
      const agentId = await engines.agentOf(scope, body.response_engine);
      const made = await simulations.create(scope, agentId, {
        name: body.name,
        caller: { type: 'persona', prompt: body.user_prompt },
        variables: body.dynamic_variables ?? {},
        toolMocks: readMocks(body.tool_mocks ?? []),
        checks: judged(body.metrics),
        maxTurns: turnsOfCase,
      });
      return read(scope, made.id);
    },

    /** Checks that metrics cannot express stay. */
    async update(scope: Scope, id: string, body: Partial<RetellTestCaseBody>): Promise<RetellTestCase> {
      refuseUnserved(retellTestCaseBody, body);
      const before = await simulations.read(scope, id);
      const { response_engine: engine, metrics } = body;
      if (engine && !(await engines.agentsOf(scope, engine.type, engineKey(engine))).includes(before.agentId))
        throw invalidInput([{ path: ['response_engine'], message: 'a test case stays with its agent' }]);
      const others = before.checks.filter(({ type }) => type !== 'judge');
      await simulations.update(scope, id, {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.user_prompt !== undefined && {
          caller: { type: 'persona' as const, prompt: body.user_prompt },
        }),
        ...(body.dynamic_variables && { variables: body.dynamic_variables }),
        ...(body.tool_mocks && { toolMocks: readMocks(body.tool_mocks) }),
        ...(metrics && { checks: [...others, ...judged(metrics)] }),
      });
      return read(scope, id);
    },

    async list(scope: Scope, query: RetellEngineQuery): Promise<Answer<typeof listRetellTestCases>> {
      const agentIds = await engines.agentsOf(scope, query.type, askedEngine(query));
      const all = await Promise.all(agentIds.map((id) => simulations.list(scope, id)));
      const newestFirst = all.flat().sort((one, other) => other.createdAt - one.createdAt);
      const { items, ...rest } = pageOf(newestFirst, query, ({ id }) => id);
      return { items: await Promise.all(items.map((one) => toRetell(scope, one))), ...rest };
    },

    remove: (scope: Scope, id: string): Promise<void> => simulations.remove(scope, id),
  };
}

export type RetellTestCases = ReturnType<typeof createRetellTestCases>;

function judged(metrics: readonly string[]): SimulationFields['checks'] {
  return metrics.map((text) => ({ type: 'judge', text }));
}

/** A mock that makes its function fail has no counterpart. */
function readMocks(mocks: readonly RetellToolMock[]): SimulationFields['toolMocks'] {
  return mocks.map(({ tool_name: name, input_match_rule: rule, output: result, result: isOk }, index) => {
    if (isOk === false)
      throw invalidInput([
        { path: ['tool_mocks', index, 'result'], message: 'a function that fails is not served here' },
      ]);
    return { name, result, ...(rule.type === 'partial_match' && { match: rule.args }) };
  });
}

function toTestCase({ id, name, caller, variables, toolMocks, checks, sound, createdAt }: Simulation) {
  const lost = [
    ...(caller.type === 'script' ? ['the caller says fixed lines'] : []),
    ...checks.filter(({ type }) => type !== 'judge').map(({ type }) => `a check of the type ${type}`),
    ...(sound ? ['the caller speaks'] : []),
  ];
  return {
    test_case_definition_id: id,
    type: 'simulation' as const,
    name,
    user_prompt: caller.type === 'persona' ? caller.prompt : caller.lines.join('\n'),
    metrics: checks.flatMap((check) => (check.type === 'judge' ? [check.text] : [])),
    dynamic_variables: variables,
    tool_mocks: toolMocks.map(({ name: tool, match, result }) => ({
      tool_name: tool,
      input_match_rule: match ? { type: 'partial_match' as const, args: match } : { type: 'any' as const },
      output: result,
    })),
    creation_timestamp: createdAt,
    user_modified_timestamp: createdAt,
    ...(lost.length > 0 && { not_carried_over: lost }),
  };
}
