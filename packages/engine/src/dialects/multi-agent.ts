import { classesOf, inputId, outputId } from '@tendril/contract/flow/anchor-id';
import { edgeId, type FlowData, type FlowEdge, type FlowNode } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { FlowPlan } from '../flow-plan.ts';
import type { Dialect } from './dialect.ts';

/** What the edges of a team are made of: leaders give it, members take it. */
const leading = 'Supervisor';

const isLeader = ({ data }: FlowNode) =>
  data.type === leading || data.baseClasses?.includes(leading) === true;

/** An edge from a leader to one of its members. */
function leads({ sourceHandle, targetHandle }: FlowEdge): boolean {
  return classesOf(sourceHandle).includes(leading) && classesOf(targetHandle).includes(leading);
}

/** The edge from a worker to its supervisor, in place of the one that is drawn from the supervisor to the worker. */
function turned({ source, target }: FlowEdge): FlowEdge {
  const ends = {
    source: target,
    sourceHandle: outputId(target, 'member', ['Worker']),
    target: source,
    targetHandle: inputId(source, 'members', 'Worker'),
  };
  return { ...ends, id: edgeId(ends) };
}

/** The same flow with its workers feeding their supervisor, which so becomes the end of it. */
function withTurnedEdges(flow: FlowData): FlowData {
  return { ...flow, edges: flow.edges.map((edge) => (leads(edge) ? turned(edge) : edge)) };
}

/** Only one can lead: which of several is asked nobody could say. */
function leaderProblems(flow: FlowData): FlowProblem[] {
  const leaders = flow.nodes.filter((node) => isLeader(node) && !node.isDisabled);
  return leaders.slice(1).map(({ id, data }) => ({
    code: 'SEVERAL_ENDINGS',
    nodeId: id,
    message: `${data.label}: a flow has one supervisor. Delete the others.`,
  }));
}

/** Flows in which a supervisor leads workers: drawn from the supervisor to each of them. */
export const multiAgent: Dialect = {
  name: 'multi-agent',
  reads: ({ nodes, edges }: FlowData) => nodes.some(isLeader) || edges.some(leads),
  async compile(flow, catalogue): Promise<FlowPlan> {
    const { compileWired } = await import('./wired/compile-wired.ts');
    const plan = await compileWired(withTurnedEdges(flow), catalogue);
    return { ...plan, problems: [...plan.problems, ...leaderProblems(flow)] };
  },
};
