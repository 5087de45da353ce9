import type { AnyNode, NodeCatalogue } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';
import { isAgentFlowState } from '@tendril/contract/provider/agent-flow';
import type { PlannedInput, Source } from '../../flow-plan.ts';
import type { DrawnStep, Report } from './drawn-step.ts';
import type { StepReading } from './step-reader.ts';

/** What planning one step takes. */
export interface StepPlanning {
  catalogue: NodeCatalogue;
  stepIds: ReadonlySet<string>;
  /** Where its edges come from. */
  sources: Source[];
  report: Report;
}

export type Join = StepReading['join'];

/** Merges the states of joining branches as the step itself does when it is disabled. */
export function joinOf({ definition }: DrawnStep, entry: string | undefined): Join {
  return (states) => {
    if (states.length < 2 || entry === undefined || !definition.pass) return states[0];
    // What is passed on depends on the entry alone.
    const passed = definition.pass({ [entry]: states } as never, {} as RunContext);
    return Object.values(passed).find(isAgentFlowState) ?? states[0];
  };
}

/** The nodes that inputs come from, once each. */
export function dependenciesOf(inputs: readonly PlannedInput[]): string[] {
  return [...new Set(inputs.flatMap(({ sources }) => sources.map(({ nodeId }) => nodeId)))];
}

/** The anchor where the steps before come in. */
export function gateOf(entry: string | undefined, sources: Source[]): PlannedInput[] {
  return entry === undefined ? [] : [{ kind: 'anchor', name: entry, sources, isList: true }];
}

/** Why a definition cannot run here, in place of what else may be wrong with it. */
export function reportUnavailable(label: string, { unavailable }: AnyNode, report: Report): boolean {
  if (unavailable === undefined) return false;
  report({ code: 'NODE_CANNOT_RUN', message: `${label} cannot run here. ${unavailable}` });
  return true;
}
