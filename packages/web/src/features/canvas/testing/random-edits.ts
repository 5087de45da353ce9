import * as fc from 'fast-check';
import { alignNodes } from '../commands/align-nodes.ts';
import {
  addNode,
  type Command,
  chooseOutput,
  connect,
  type Ends,
  moveNodes,
  remove,
  renameNode,
  setCredential,
  setValues,
} from '../commands/canvas-commands.ts';
import { connectNew } from '../commands/connect-new.ts';
import { connectReplacing } from '../commands/connect-replacing.ts';
import { distributeNodes } from '../commands/distribute-nodes.ts';
import { groupNodes, renameGroup, ungroup } from '../commands/groups.ts';
import { insertOnEdge } from '../commands/insert-on-edge.ts';
import { moveTo } from '../commands/move-to.ts';
import { pasteFlow } from '../commands/paste-flow.ts';
import { pinOutput } from '../commands/pin-output.ts';
import { replaceFlow } from '../commands/replace-flow.ts';
import { setConditionOutputs } from '../commands/set-condition-outputs.ts';
import { setDisabled } from '../commands/set-disabled.ts';
import { type CanvasDoc, toFlowData } from '../document/canvas-doc.ts';
import { duplicateNodes } from '../document/duplicate-nodes.ts';
import { possibleEdges } from '../document/fitting-handles.ts';
import { outputChoices, outputPorts } from '../document/node-ports.ts';
import { updateNode } from '../document/update-node.ts';
import { keeper, wrapper } from './flow-maker.ts';
import { testTemplates } from './test-templates.ts';

const templates = [...Object.values(testTemplates), keeper, wrapper];

/** Numbers and a text, out of which each edit takes what it needs. */
export interface Dice {
  kind: number;
  one: number;
  two: number;
  text: string;
  x: number;
  y: number;
}

export const dice: fc.Arbitrary<Dice> = fc.record({
  kind: fc.nat(),
  one: fc.nat(),
  two: fc.nat(),
  text: fc.string({ maxLength: 12 }),
  x: fc.integer({ min: -2000, max: 2000 }),
  y: fc.integer({ min: -2000, max: 2000 }),
});

const pick = <T>(list: readonly T[], number: number): T | undefined =>
  list[number % Math.max(1, list.length)];
const unchanged: Command = (doc) => doc;

/** One or two of the drawing's nodes. */
function someIds(doc: CanvasDoc, { one, two }: Dice): Set<string> {
  return new Set([pick(doc.nodes, one), pick(doc.nodes, two)].flatMap((node) => node?.id ?? []));
}

function smallFlow(doc: CanvasDoc, { one }: Dice) {
  const from = one % Math.max(1, doc.nodes.length);
  const nodes = doc.nodes.slice(from, from + 5);
  const ids = new Set(nodes.map((node) => node.id));
  const edges = doc.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target));
  return toFlowData({ nodes, edges, groups: [] });
}

/** Draws one of the edges that are possible at a node. */
const draw =
  (command: (ends: Ends) => Command) =>
  (doc: CanvasDoc, { one, two }: Dice): Command => {
    const fit = pick(possibleEdges(doc, pick(doc.nodes, one)?.id ?? ''), two);
    return fit ? command(fit.ends) : unchanged;
  };

/** Every way to change a drawing. */
const edits: readonly ((doc: CanvasDoc, thrown: Dice) => Command)[] = [
  (_doc, { one, x, y }) => addNode(templates[one % templates.length]!, { x, y }),
  (_doc, { one, x, y }) => addNode(templates[one % templates.length]!, { x, y }),
  draw(connect),
  draw(connect),
  draw(connect),
  draw(connectReplacing),
  (doc, { one, text }) => setValues(pick(doc.nodes, one)?.id ?? '', { text, temperature: text.length }),
  (doc, { one, text }) => renameNode(pick(doc.nodes, one)?.id ?? '', text),
  (doc, { one, text }) => setCredential(pick(doc.nodes, one)?.id ?? '', text),
  (doc, { one }) => remove([pick(doc.nodes, one)?.id ?? '']),
  (doc, { one }) => remove([], [pick(doc.edges, one)?.id ?? '']),
  (doc, thrown) => moveNodes(someIds(doc, thrown), thrown),
  (doc, thrown) => moveTo(new Map([...someIds(doc, thrown)].map((id) => [id, { x: thrown.x, y: thrown.y }]))),
  (doc, { one, two }) => {
    const node = pick(doc.nodes, one);
    const choice = node && pick(outputChoices(node.data), two);
    return node && choice ? chooseOutput(node.id, choice.name) : unchanged;
  },
  (doc, thrown) => duplicateNodes(someIds(doc, thrown)),
  (doc, { one }) => {
    const node = pick(doc.nodes, one);
    const template = templates.find((candidate) => candidate.name === node?.data.name);
    return node && template ? updateNode(node.id, { ...template, version: one }) : unchanged;
  },
  (doc, thrown) => setDisabled(someIds(doc, thrown), thrown.one % 2 === 0),
  (doc, { one, text }) =>
    pinOutput(pick(doc.nodes, one)?.id ?? '', one % 3 === 0 ? null : { outputs: { output: text }, at: one }),
  (doc, thrown) => groupNodes(someIds(doc, thrown), thrown.text),
  (doc, { one }) => ungroup(pick(doc.groups, one)?.id ?? ''),
  (doc, { one, text }) => renameGroup(pick(doc.groups, one)?.id ?? '', text),
  (doc, thrown) =>
    alignNodes(someIds(doc, thrown), pick(['left', 'centre', 'bottom'] as const, thrown.x + 3000)!),
  (doc, { x }) =>
    distributeNodes(
      doc.nodes.map((node) => node.id),
      x > 0 ? 'horizontal' : 'vertical',
    ),
  (doc, { one, x, y }) => insertOnEdge(pick(doc.edges, one)?.id ?? '', wrapper, { x, y }),
  (doc, { one, two, x, y }) => {
    const node = pick(doc.nodes, one);
    const port = node && pick(outputPorts(node.data), two);
    const end = { nodeId: node?.id ?? '', handleId: port?.id ?? '', isFromOutput: true };
    return port ? connectNew(end, templates[two % templates.length]!, { x, y }) : unchanged;
  },
  (doc, thrown) => pasteFlow(smallFlow(doc, thrown), thrown),
  (doc, thrown) => (thrown.x % 60 === 0 ? replaceFlow(smallFlow(doc, thrown)) : unchanged),
  (doc, { one, text }) =>
    setConditionOutputs(pick(doc.nodes, one)?.id ?? '', [
      { name: 'end', label: 'End' },
      { name: `way${text.length}`, label: `Way ${text}` },
    ]),
];

/** The edit for a random number, applied to a drawing. */
export function randomEdit(doc: CanvasDoc, thrown: Dice): Command {
  return edits[thrown.kind % edits.length]!(doc, thrown);
}
