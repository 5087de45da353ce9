import type { BundleWarning } from '@tendril/contract/api/export-import';
import { type ImportFinding, type ImportNote, worstState } from '@tendril/contract/api/import-finding';
import { parseAnchorId } from '@tendril/contract/flow/anchor-id';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { KnownRecords } from '../../flows/flows/public.ts';
import { breathe } from './breathe.ts';
import type { FindTemplate } from './home-values.ts';
import { judgeNode } from './judge-node.ts';
import { takeInNode } from './take-in-node.ts';

const mostNames = 20;
const mostNotes = 20;
/** Between them other requests run. */
const nodesAtOnce = 50;
/** Preparing a larger flow for a run takes longer than others should wait. */
const mostChecked = 200;
/** So many nodes are reported one by one; nobody reads further. */
const mostFindings = 2000;

export interface JudgeContext {
  findTemplate: FindTemplate;
  known: KnownRecords;
  /** The flow is one of this workspace: its references to secrets are its own. */
  isOwn?: boolean;
  /** What would make a run fail; absent where that is not asked. */
  check?: ((flow: FlowData) => Promise<readonly FlowProblem[]>) | undefined;
}

/** A flow ready for import, and what a person should check. */
interface JudgedFlow {
  flow: FlowData;
  warnings: BundleWarning[];
  /** In the order of the nodes; what is about the flow as a whole comes first. */
  findings: ImportFinding[];
}

/**
 * Removes from an imported flow what must not come in (references to foreign credentials, pinned outputs, dangling
 * edges), and notes for each node how well it works here.
 */
export async function judgeFlow(flow: FlowData, context: JudgeContext): Promise<JudgedFlow> {
  const nodes: FlowNode[] = [];
  const notes = new Map<string, ImportNote[]>();
  for (const [index, node] of flow.nodes.entries()) {
    if (index % nodesAtOnce === nodesAtOnce - 1) await breathe();
    const taken = context.isOwn ? { node, notes: [] } : takeInNode(node);
    nodes.push(taken.node);
    const template = await context.findTemplate(node.data.name);
    const own = isNote(node) ? [] : await judgeNode(taken.node, template, context);
    notes.set(node.id, [...taken.notes, ...own]);
  }
  const { edges, whole } = keptEdges(flow, notes);
  const kept = { ...flow, nodes, edges };
  if (context.check && nodes.length <= mostChecked) addProblems(notes, await context.check(kept));
  else if (context.check)
    whole.push({
      state: 'adapted',
      message: `It has more than ${mostChecked} nodes: values that are missing are named on its canvas.`,
    });
  const findings = nodes
    .filter((node) => !isNote(node))
    .slice(0, mostFindings)
    .map((node): ImportFinding => {
      const own = (notes.get(node.id) ?? []).slice(0, mostNotes);
      return {
        nodeId: node.id,
        node: node.data.name,
        label: labelOf(node),
        state: worstState(own.map(({ state }) => state)),
        notes: own,
      };
    });
  const about: ImportFinding[] =
    whole.length === 0
      ? []
      : [{ label: 'The flow as a whole', state: worstState(whole.map(({ state }) => state)), notes: whole }];
  return {
    flow: kept,
    warnings: warningsOf(nodes, notes, flow.edges.length - edges.length),
    findings: [...about, ...findings],
  };
}

function isNote({ data }: FlowNode): boolean {
  return data.name.startsWith('stickyNote');
}

function labelOf({ id, data }: FlowNode): string {
  return (data.label || data.name || id).slice(0, 200);
}

/** Edges whose nodes both exist; the others are noted at the node that they reach, or at the flow. */
function keptEdges(flow: FlowData, notes: Map<string, ImportNote[]>) {
  const labels = new Map(flow.nodes.map((node) => [node.id, labelOf(node)]));
  const whole: ImportNote[] = [];
  const edges = flow.edges.filter(({ source, target, sourceHandle, targetHandle }) => {
    if (labels.has(source) && labels.has(target)) return true;
    const end = notes.get(target) ?? notes.get(source);
    const gone = labels.has(source) ? target : source;
    const port = labels.has(target)
      ? parseAnchorId(targetHandle, target)
      : parseAnchorId(sourceHandle, source);
    const at = port ? ` at “${port.name}”` : '';
    const message = `A connection${at} led to the node “${gone.slice(0, 100)}”, which is not in the file. It is left out.`;
    (end ?? whole).push({ state: 'adapted', message });
    return false;
  });
  return { edges, whole: whole.slice(0, mostNotes) };
}

/** Problems that a person solves by a value; the others show as what the node itself lacks. */
const ofValues = new Set<FlowProblem['code']>([
  'REQUIRED',
  'INVALID_VALUE',
  'CONDITION',
  'LOOP_TARGET',
  'TYPE_MISMATCH',
]);

function addProblems(notes: Map<string, ImportNote[]>, problems: readonly FlowProblem[]): void {
  for (const { code, nodeId = '', input, message } of problems) {
    const own = notes.get(nodeId);
    if (!own || !ofValues.has(code) || own.some(({ state }) => state === 'cannotRun')) continue;
    if (input !== undefined && own.some((note) => note.input === input)) continue;
    own.push({ state: 'needsYou', need: 'value', message, ...(input !== undefined && { input }) });
  }
}

const warned = { secret: 'missingCredentials', file: 'missingFiles' } as const;

function warningsOf(
  nodes: readonly FlowNode[],
  notes: ReadonlyMap<string, readonly ImportNote[]>,
  looseEdges: number,
): BundleWarning[] {
  const names = new Map<BundleWarning['kind'], Set<string>>();
  const add = (kind: BundleWarning['kind'], name: string) =>
    void names.set(kind, (names.get(kind) ?? new Set()).add(name));
  for (const node of nodes)
    for (const { state, need } of notes.get(node.id) ?? []) {
      if (state === 'cannotRun') add('unknownNodes', labelOf(node));
      else if (need === 'secret' || need === 'file') add(warned[need], labelOf(node));
    }
  if (looseEdges > 0) add('looseEdges', String(looseEdges));
  return [...names].map(([kind, found]) => ({ kind, names: [...found].slice(0, mostNames) }));
}
