import { inputId, outputId, parseAnchorId } from '@tendril/contract/flow/anchor-id';
import { edgeId, type FlowData, type FlowEdge } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { FlowPlan } from '../flow-plan.ts';
import type { Dialect } from './dialect.ts';

const leader = 'supervisor';
const member = 'worker';

const idsOf = ({ nodes }: FlowData, name: string) =>
  new Set(nodes.flatMap((node) => (node.data.name === name ? [node.id] : [])));

/** The edge from a worker to its supervisor, in place of the one that is drawn from the supervisor to the worker. */
function turned({ source, target }: FlowEdge): FlowEdge {
  const ends = {
    source: target,
    sourceHandle: outputId(target, 'worker', ['Worker']),
    target: source,
    targetHandle: inputId(source, 'workers', 'Worker'),
  };
  return { ...ends, id: edgeId(ends) };
}

/** The same flow with its workers feeding their supervisor, which so becomes the end of it. */
function withTurnedEdges(flow: FlowData): FlowData {
  const leaders = idsOf(flow, leader);
  const members = idsOf(flow, member);
  const leads = ({ source, target, targetHandle }: FlowEdge) =>
    leaders.has(source) && members.has(target) && parseAnchorId(targetHandle, target)?.name === 'supervisor';
  return { ...flow, edges: flow.edges.map((edge) => (leads(edge) ? turned(edge) : edge)) };
}

/** Only one can lead: which of several is asked nobody could say. */
function leaderProblems(flow: FlowData): FlowProblem[] {
  const leaders = flow.nodes.filter(({ id, data, isDisabled }) => data.name === leader && !isDisabled);
  return leaders.slice(1).map(({ id, data }) => ({
    code: 'SEVERAL_ENDINGS',
    nodeId: id,
    message: `${data.label}: a flow has one supervisor. Delete the others.`,
  }));
}

/** Flows in which a supervisor leads workers: drawn from the supervisor to each of them. */
export const multiAgent: Dialect = {
  name: 'multi-agent',
  reads: ({ nodes }: FlowData) => nodes.some(({ data }) => data.name === leader || data.name === member),
  async compile(flow, catalogue): Promise<FlowPlan> {
    const { compileWired } = await import('./wired/compile-wired.ts');
    const plan = await compileWired(withTurnedEdges(flow), catalogue);
    return { ...plan, problems: [...plan.problems, ...leaderProblems(flow)] };
  },
};
