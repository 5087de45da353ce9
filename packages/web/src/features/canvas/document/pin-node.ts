import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import type { FlowNodeData, PinnedOutput } from '@tendril/contract/flow/flow';
import { notify } from '../../../kit/state/notifier-store.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { say } from '../../../kit/texts/texts.ts';
import { pinOutput } from '../commands/pin-output.ts';
import { speak } from '../run/live-words.ts';
import { nodeWork } from '../run/node-work.ts';
import { eventsUpToHead, shownRunOf } from '../run/shown-run.ts';
import { type CanvasEdge, type CanvasNode, isNote } from './canvas-doc.ts';
import { type CanvasStore, runCommand } from './canvas-store.ts';
import { nodeById } from './node-index.ts';
import { hasBranches, outputPorts } from './node-ports.ts';

/** Why an output cannot be pinned; the keys are text keys. */
type PinRefusal = 'pinNothing' | 'pinNoRun' | 'pinNoOutput' | 'pinPart' | 'pinStep' | 'pinCut';

type PinVerdict = { pinned: PinnedOutput } | { refusal: PinRefusal };

/** Classes whose values are data; models, stores and tools are parts that work, which no JSON can stand for. */
const dataClasses = new Set([
  'string',
  'number',
  'boolean',
  'json',
  'array',
  'Document',
  'Start',
  'Agent',
  'LLMNode',
  'ToolNode',
  'Condition',
  'CustomFunction',
  'ExecuteFlow',
]);

/** What ends a flow: its answer is data, but what it passes along an edge is not. */
const endingClasses = new Set(['BaseChain', 'AgentExecutor']);

const cutText = /… \(\d+ characters\)$/;
const cutList = /^… \d+ more$/;

/** Whether the log holds but the beginning of a value: pinned, it would be another one. */
function isCut(value: unknown): boolean {
  if (typeof value === 'string') return value === '…' || cutText.test(value) || cutList.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isCut);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The output of a node that a pin keeps, by what its edges carry. */
function pinnedPort(data: FlowNodeData, isFeeding: boolean): { name: string } | PinRefusal {
  if (isNote(data)) return 'pinNothing';
  const [port] = outputPorts(data);
  if (!port) return 'pinNothing';
  const classes = port.type.split('|').map((name) => name.trim());
  const isData = classes.some((name) => dataClasses.has(name));
  const isAnswer = !isFeeding && classes.some((name) => endingClasses.has(name));
  if (isData || isAnswer) return port;
  return isAgentFlowNode(data) ? 'pinStep' : 'pinPart';
}

/** Why nothing of this node can be pinned, if so; `isFeeding` when an edge leaves it. */
export function pinBar(data: FlowNodeData, isFeeding = false): PinRefusal | undefined {
  const port = pinnedPort(data, isFeeding);
  return typeof port === 'string' ? port : undefined;
}

/** Whether an edge leaves a node. */
export function isFeeding(edges: readonly CanvasEdge[], nodeId: string): boolean {
  return edges.some((edge) => edge.source === nodeId);
}

interface Given {
  output: unknown;
  at: number;
  isFeeding: boolean;
}

/** The pin for an output of a run; events identify a branching node's outputs by name. */
export function pinOf(data: FlowNodeData, { output, at, isFeeding: isWired }: Given): PinVerdict {
  const port = pinnedPort(data, isWired);
  if (typeof port === 'string') return { refusal: port };
  if (output === undefined || output === null) return { refusal: 'pinNoOutput' };
  if (isCut(output)) return { refusal: 'pinCut' };
  const outputs = hasBranches(data) && isRecord(output) ? output : { [port.name]: output };
  return { pinned: { outputs, at } };
}

function verdictFor(canvas: CanvasStore, node: CanvasNode): PinVerdict {
  const shown = shownRunOf(canvas).getState();
  const work = shown.runId === '' ? undefined : nodeWork(eventsUpToHead(shown), node.id);
  const done = work?.rounds.find(({ status }) => status === 'done' || status === 'cached');
  const isWired = isFeeding(canvas.getState().edges, node.id);
  const bar = pinBar(node.data, isWired);
  if (bar) return { refusal: bar };
  if (!done) return { refusal: 'pinNoRun' };
  return pinOf(node.data, { output: done.output, at: Date.now(), isFeeding: isWired });
}

/** Pins a node's output from the shown run, or unpins it; announces the result or the reason it failed. */
export function togglePin(canvas: CanvasStore, nodeId: string): void {
  const { nodes, isLocked } = canvas.getState();
  const node = nodeById(nodes, nodeId);
  if (!node || isLocked) return;
  const { label: name } = node.data;
  if (node.pinned) {
    runCommand(canvas, pinOutput(nodeId, null));
    speak(say(whyTexts, 'unpinnedSaid', { name }));
    return;
  }
  const verdict = verdictFor(canvas, node);
  if ('refusal' in verdict) {
    notify(say(whyTexts, verdict.refusal, { name }), 'info');
    return;
  }
  runCommand(canvas, pinOutput(nodeId, verdict.pinned));
  speak(say(whyTexts, 'pinnedSaid', { name }));
}
