import { AppError, type ErrorDetail } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { Scope } from '../../../platform/db/scope.ts';
import type { MissingRecords } from './missing-records.ts';
import { withMissingRecords } from './with-missing-records.ts';

/** Finds what would make a run fail, before it runs; needs no secrets. */
export type FlowCheck = (scope: Scope, flow: FlowData) => Promise<readonly FlowProblem[]>;

interface CheckParts {
  compile(flow: FlowData): Promise<Pick<FlowPlan, 'problems' | 'promptVariables'>>;
  missingRecords: MissingRecords;
  /** Names of the workspace's secret variables. */
  secretNames(scope: Scope): Promise<ReadonlySet<string>>;
}

/** Finds problems by preparing the flow for a run, as callers would get it. */
export function createFlowCheck({ compile, missingRecords, secretNames }: CheckParts): FlowCheck {
  return async (scope, flow) => {
    const [compiled, secrets] = await Promise.all([compile(flow), secretNames(scope)]);
    const plan = withMissingRecords(compiled, await missingRecords(scope, flow));
    const leaking = plan.promptVariables.filter(({ variable }) => secrets.has(variable));
    return [...plan.problems, ...leaking.map(({ problem }) => problem)];
  };
}

/** Throws FLOW_INVALID, each problem by its node, if any would make a run fail. */
export function refuseProblems(problems: readonly FlowProblem[]): void {
  const errors = problems.filter((problem) => !problem.isWarning);
  const first = errors[0];
  if (!first) return;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new AppError('FLOW_INVALID', first.message + more, { details: errors.slice(0, 200).map(toDetail) });
}

function toDetail({ nodeId, input, message }: FlowProblem): ErrorDetail {
  const path = ['nodes', nodeId, input].filter((part) => part !== undefined).join('.');
  return { path, message };
}
