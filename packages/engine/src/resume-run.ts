import type { Answer } from '@tendril/contract/provider/answer';
import { isPipelineState } from '@tendril/contract/provider/pipeline';
import type { RunAction } from '@tendril/contract/run-event';
import {
  type Checkpoint,
  freeze,
  freezeOutputs,
  modelsIn,
  type Pause,
  requireFitting,
  thaw,
} from './checkpoint.ts';
import type { PlannedNode } from './flow-plan.ts';
import type { RunState } from './node-context.ts';
import { orderNodes, withDescendants } from './ordering.ts';
import { runNode, toAction } from './run-node.ts';
import type { Resumption } from './run-request.ts';
import type { Running } from './run-rounds.ts';

/** Creates the checkpoint of a run. */
function checkpointOf({ scope, state, progress }: Running): Checkpoint {
  const { request, visits, runVariables } = state;
  const outputs: Checkpoint['outputs'] = [];
  for (const [id, value] of progress.outputs) {
    const frozen = value && freezeOutputs(value);
    if (frozen || !value) outputs.push([id, frozen ?? null]);
  }
  return {
    version: 1,
    question: request.question,
    scope,
    outputs,
    settled: [...progress.settled],
    round: {
      members: [...progress.round.members],
      entries: [...progress.round.entries].map(([id, values]) => [
        id,
        values.flatMap((value) => freeze(value)?.value ?? []),
      ]),
    },
    count: { targets: [...progress.count.targets], total: progress.count.total },
    visits: [...visits],
    pauses: progress.pauses,
    runVariables: [...runVariables].filter(([, value]) => freeze(value) !== undefined),
    history: [...(request.history ?? [])],
    fileAttachment: request.fileAttachment ?? '',
    overrides: { ...request.overrides },
  };
}

function askedBy(pause: Pause, { plan, state }: Running): RunAction {
  const node = plan.nodes.get(pause.nodeId) as PlannedNode;
  return toAction(node, pause.request, state.request.session.runId);
}

/** The messages of the pipeline's steps before the one that asks. */
function reasoningSoFar({ progress }: Running): Answer {
  const states = [...progress.outputs.values()].flatMap((outputs) =>
    Object.values(outputs ?? {}).filter(isPipelineState),
  );
  const longest = states.toSorted((one, other) => other.reasoning.length - one.reasoning.length)[0];
  return longest && longest.reasoning.length > 0 ? { agentReasoning: [...longest.reasoning] } : {};
}

/** The end of a run that asks a person: with the question as its text. Of several questions the first is asked. */
export function waitingOutcome(running: Running) {
  const [pause] = running.progress.pauses;
  if (!pause) throw new Error('A run that waits has a pause.');
  const text = pause.request.question;
  const { isStreaming, emit } = running.state.request;
  if (isStreaming) emit({ type: 'text-delta', text, callerId: pause.nodeId });
  return {
    status: 'waiting' as const,
    answer: { text, ...reasoningSoFar(running) },
    action: askedBy(pause, running),
    checkpoint: checkpointOf(running),
  };
}

/** Runs the nodes without plain outputs again: models, tools, stores. Stored outputs are left as they are. */
async function remake(ids: readonly string[], running: Running): Promise<void> {
  const { plan, state, progress } = running;
  const missing = orderNodes(ids, plan.nodes, (id) => progress.outputs.has(id));
  for (const id of missing) {
    const node = plan.nodes.get(id);
    if (node) progress.outputs.set(id, await runNode(node, plan, state, progress.outputs));
  }
}

function restoreState(state: RunState, checkpoint: Checkpoint): void {
  for (const [name, value] of checkpoint.runVariables) state.runVariables.set(name, value);
  for (const [id, count] of checkpoint.visits) state.visits.set(id, count);
}

/** Restores a waiting run, and passes the decision to the node that asked. Throws CONFLICT. */
export async function resumeProgress(running: Running, resumption: Resumption): Promise<void> {
  const { plan, state, progress, blocked } = running;
  const { checkpoint, isApproved, note } = resumption;
  requireFitting(checkpoint, plan);
  restoreState(state, checkpoint);
  running.scope = checkpoint.scope;
  const kept = checkpoint.outputs.filter(([id]) => plan.nodes.has(id));
  progress.outputs.clear();
  const models = modelsIn(checkpoint);
  await remake(models, running);
  const modelOf = (nodeId: string) => {
    const node = plan.nodes.get(nodeId);
    return node && progress.outputs.get(nodeId)?.[node.output];
  };
  for (const [id, outputs] of kept)
    progress.outputs.set(
      id,
      outputs
        ? Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, thaw(value, modelOf)]))
        : undefined,
    );
  const entries = checkpoint.round.entries.map(([id, values]): [string, unknown[]] => [
    id,
    values.map((value) => thaw(value, modelOf)),
  ]);
  progress.round = { members: checkpoint.round.members, entries: new Map(entries) };
  progress.count = { targets: new Map(checkpoint.count.targets), total: checkpoint.count.total };
  const [asked, ...others] = checkpoint.pauses;
  progress.pauses = others;
  for (const pause of others) blocked.add(pause.nodeId);
  if (asked) {
    const decision = { isApproved, ...(note && { note }), memo: asked.request.memo };
    state.decisions.set(asked.nodeId, decision);
  }
  await remakeNeeded(running, new Set(checkpoint.settled));
}

/** Recreates what the rest of the run needs and was not a plain value; what only settled nodes needed is left out. */
async function remakeNeeded(running: Running, settled: Set<string>): Promise<void> {
  const { plan, scope, progress } = running;
  const all = new Set([...scope.members, ...(scope.later ?? [])]);
  // A loop may still go back to what has settled.
  const again = [...withDescendants(plan.loops.values(), plan.nodes)].filter((id) => all.has(id));
  const unsettled = progress.round.members.filter((id) => !settled.has(id));
  const ahead = [...unsettled, ...scope.endings, ...again];
  const aheadSet = new Set(unsettled);
  const lost = ahead
    .flatMap((id) => plan.nodes.get(id)?.dependencies ?? [])
    .filter((id) => !aheadSet.has(id) && !progress.outputs.has(id));
  progress.settled = settled;
  await remake([...new Set(lost)], running);
}
