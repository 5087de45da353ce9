import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { Scope } from '../../../platform/db/scope.ts';
import type { LiveFlows, RunnableFlow } from '../flows/public.ts';

const maxPlans = 300;
const maxFlows = 5000;

/** A version of a flow made ready to run. */
export interface ReadyVersion {
  readonly id: string;
  readonly number: number;
  readonly plan: FlowPlan;
}

interface Kept {
  readonly workspaceId: string;
  readonly version: Promise<ReadyVersion>;
}

export interface FlowPlans {
  /** A flow's settings; cached after the first time. */
  find(flowId: string): Promise<RunnableFlow | undefined>;
  /** The plan of a version; compiled once and cached. */
  plan(flow: RunnableFlow, versionId: string): Promise<ReadyVersion>;
  /** After a change of the flow; returns whether its settings were cached. */
  forgetFlow(flowId: string): boolean;
  /** After a change of something that plans of the workspace have resolved: a secret, a tool, a variable. */
  forgetPlans(workspaceId: string): void;
  forgetAll(): void;
}

/** Spares each turn from reading its flow from the database: caches settings by flow, plans by version. */
export function createFlowPlans(
  liveFlows: LiveFlows,
  compile: (flow: FlowData, scope: Scope) => Promise<FlowPlan>,
): FlowPlans {
  const flows = new Map<string, Promise<RunnableFlow | undefined>>();
  const plans = new Map<string, Kept>();

  async function load(flow: RunnableFlow, versionId: string): Promise<ReadyVersion> {
    const { id, number, flowData } = await liveFlows.open(flow, versionId);
    return { id, number, plan: await compile(flowData, flow) };
  }

  return {
    find(flowId) {
      const known = flows.get(flowId);
      if (known) return known;
      const found = liveFlows.find(flowId);
      keepNewest(flows, flowId, found, maxFlows);
      // Only existing ones are cached: anybody can make up unknown ids.
      const forget = () => {
        if (flows.get(flowId) === found) flows.delete(flowId);
      };
      found.then((flow) => flow ?? forget(), forget);
      return found;
    },

    plan(flow, versionId) {
      const known = plans.get(versionId);
      if (known) {
        plans.delete(versionId);
        plans.set(versionId, known);
        return known.version;
      }
      const version = load(flow, versionId);
      keepNewest(plans, versionId, { workspaceId: flow.workspaceId, version }, maxPlans);
      version.catch(() => {
        if (plans.get(versionId)?.version === version) plans.delete(versionId);
      });
      return version;
    },

    forgetFlow: (flowId) => flows.delete(flowId),

    forgetPlans(workspaceId) {
      for (const [versionId, kept] of plans) if (kept.workspaceId === workspaceId) plans.delete(versionId);
    },

    forgetAll() {
      flows.clear();
      plans.clear();
    },
  };
}

function keepNewest<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.set(key, value);
  if (map.size <= max) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
