import { AppError } from '@tendril/contract/app-error';
import type { Answer } from '@tendril/contract/provider/answer';
import { describeValue } from './describe-value.ts';
import { stateIn } from './edge-states.ts';
import type { PlannedNode } from './flow-plan.ts';
import { isChain, outputsOfFailure, runEnding } from './run-node.ts';
import type { Running } from './running.ts';
import { emitSkip, emitUntaken, isHeld, isReached, settleRounds } from './settle-rounds.ts';

/** The last ending alive; of several, those reached by the last round take precedence. */
function findEnding(running: Running): PlannedNode | undefined {
  const { plan, scope, progress } = running;
  const untried = scope.endings.filter((id) => !progress.outputs.has(id));
  const endings = untried.flatMap((id) => plan.nodes.get(id) ?? []);
  const reached = endings.filter((node) => isReached(node, running));
  const members = new Set(progress.round.members);
  return reached.findLast((node) => node.dependencies.some((id) => members.has(id))) ?? reached.at(-1);
}

/** Endings that have not run, and the nodes that wait for one of them to fail. */
function openNodes({ plan, scope, progress, blocked }: Running): PlannedNode[] {
  const ids = new Set([...blocked, ...scope.endings]);
  return [...ids].flatMap((id) => (progress.outputs.has(id) ? [] : (plan.nodes.get(id) ?? [])));
}

/** Reports what nothing has led to, before the ending runs; what waits for its error is reported when it answers. */
function emitUnreached(running: Running, isOver: boolean): void {
  for (const node of openNodes(running))
    if (!isReached(node, running) && isHeld(node, running) === isOver) emitSkip(node, running);
}

/** The answer of an ending; one that fails may hand over to others that follow its error. */
async function answerOfEndings(running: Running): Promise<Answer | undefined> {
  const { plan, state, progress, blocked } = running;
  let tried = 0;
  for (let ending = findEnding(running); ending; ending = findEnding(running)) {
    if (tried === 0) emitUnreached(running, false);
    tried += 1;
    try {
      const answer = await runEnding(ending, plan, state, progress.outputs);
      emitUnreached(running, true);
      return answer;
    } catch (thrown) {
      progress.outputs.set(ending.id, outputsOfFailure(ending, state, {}, thrown));
    }
    blocked.clear();
    await settleRounds(running);
  }
  if (tried === 0) emitUnreached(running, false);
  emitUnreached(running, true);
  return undefined;
}

/** The state that the frame ends with: that of the step that ran last. */
export function lastState(running: Running): { nodeId: string; state: never } | undefined {
  const { plan, progress } = running;
  const reached = (id: string) => stateIn(plan.states, progress.outputs.get(id));
  const nodeId = progress.round.members.findLast((id) => reached(id) !== undefined);
  const state = nodeId === undefined ? undefined : reached(nodeId);
  return nodeId !== undefined && state !== undefined ? { nodeId, state } : undefined;
}

/** The answer of a flow without an end of its own: the message of the step that ran last. */
function lastWords(running: Running): Answer | undefined {
  const last = lastState(running);
  if (!last) return undefined;
  const { nodeId, state: reached } = last;
  const { states } = running.plan;
  const answer = states.answer(reached);
  const { isStreaming, emit } = running.state.request;
  if (isStreaming && answer.text && !states.isStreamed(reached))
    emit({ type: 'text-delta', text: answer.text, callerId: nodeId });
  running.final = reached;
  return answer;
}

/** A node's output in words, for a run of a part. */
function targetAnswer({ plan, scope, progress }: Running): Answer {
  const { states } = plan;
  const node = plan.nodes.get(scope.target ?? '');
  const outputs = progress.outputs.get(scope.target ?? '');
  if (!node || !outputs) {
    const label = node?.label ?? 'The node';
    throw new AppError(
      'FLOW_INVALID',
      `${label} is on a branch that was not taken, so it received no input.`,
    );
  }
  const reached = stateIn(states, outputs);
  if (reached !== undefined) return states.answer(reached);
  const value = outputs[node.output] ?? Object.values(outputs)[0];
  if (isChain(value)) return { text: `${node.label} is ready.` };
  if (typeof value === 'object' && value !== null) return { json: describeValue(value, states) };
  return { text: value === undefined ? '' : String(value) };
}

/** Settles the target of the run and returns its answer; undefined when a person is asked first. */
export async function findAnswer(running: Running): Promise<Answer | undefined> {
  const { scope } = running;
  if (!(await settleRounds(running))) return undefined;
  emitUntaken(running);
  const answered = await answerOfEndings(running);
  if (answered) return answered;
  if (scope.endsAtTarget) return targetAnswer(running);
  const answer = lastWords(running);
  if (!answer && scope.target !== undefined) return targetAnswer(running);
  if (!answer) throw new AppError('FLOW_INVALID', 'No branch of the flow produces an answer.');
  return answer;
}
