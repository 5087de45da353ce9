import { agentFlowEdgeData, isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import { type ConnectionVerdict, judgeConnection } from '@tendril/contract/flow/connection';
import { edgeId } from '@tendril/contract/flow/flow';
import { initNode } from '@tendril/contract/flow/init-node';
import { nextNodeId } from '@tendril/contract/flow/node-id';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { type CanvasDoc, type CanvasEdge, type CanvasNode, isNote } from '../document/canvas-doc.ts';
import { onlyMembers } from '../document/group-members.ts';
import { isIteration, newFrame, withNodesInside } from '../document/iterations.ts';
import { type InputPort, inputPorts, outputPorts } from '../document/node-ports.ts';
import { unwiredValue, wiredValue } from '../document/node-references.ts';
import { judgeSteps, refusalToAdd } from '../document/step-rules.ts';
import { named, needsOwnName, ownName, ownNameParam } from '../view/own-name.ts';
import { followBranches } from './follow-branches.ts';
import { settled, standingIn } from './settle-nodes.ts';

/**
 * Every change of the drawing is one of these functions: from a document to the next one. What a command does not
 * touch keeps its identity, so a history is a list of documents.
 */
export interface Command {
  (doc: CanvasDoc): CanvasDoc;
  /** Commands of the same group that come in a burst, as typing does, are one step of the history. */
  readonly group?: string;
}

/** A command of a group. */
export function grouped(group: string, change: (doc: CanvasDoc) => CanvasDoc): Command {
  return Object.assign(change, { group });
}

export interface Point {
  x: number;
  y: number;
}

export interface Ends {
  source: string;
  sourceHandle: string;
  target: string;
  targetHandle: string;
}

type DataChange = (data: CanvasNode['data']) => CanvasNode['data'];

function changeData(nodes: CanvasNode[], nodeId: string, change: DataChange): CanvasNode[] {
  return nodes.map((node) => (node.id === nodeId ? { ...node, data: change(node.data) } : node));
}

function withInput(data: CanvasNode['data'], name: string, value: unknown): CanvasNode['data'] {
  return { ...data, inputs: { ...data.inputs, [name]: value } };
}

/** The input port an edge ends at. */
export function targetPort(
  doc: CanvasDoc,
  ends: Pick<Ends, 'target' | 'targetHandle'>,
): InputPort | undefined {
  const target = doc.nodes.find((node) => node.id === ends.target);
  return target && inputPorts(target.data).find((port) => port.id === ends.targetHandle);
}

/** Whether an edge may be drawn, by the rules of the contract; the same one is not drawn twice. */
export function judge(doc: CanvasDoc, ends: Ends): ConnectionVerdict {
  const id = edgeId(ends);
  if (doc.edges.some((edge) => edge.id === id)) return { isValid: false, reason: 'taken' };
  const refusal = judgeSteps(doc, ends);
  if (refusal) return { isValid: false, reason: refusal };
  return judgeConnection(ends, doc.edges, targetPort(doc, ends)?.isList === true);
}

/** The id the next node of a kind gets. */
export function freeNodeId(doc: CanvasDoc, name: string): string {
  return nextNodeId(
    name,
    doc.nodes.map((node) => node.id),
  );
}

/** A node that has to have a name begins with that of its kind, numbered where another has it already. */
function withFreeName(doc: CanvasDoc, data: CanvasNode['data']): CanvasNode['data'] {
  if (!needsOwnName(data) || ownName(data) !== '') return data;
  const taken = new Set(doc.nodes.map((node) => node.data.label));
  let name = data.label;
  for (let count = 2; taken.has(name); count += 1) name = `${data.label} ${count}`;
  return named(data, name);
}

/** Puts a new node of a template at a place; it alone is selected. */
export function addNode(template: NodeTemplate, position: Point): Command {
  return (doc) => {
    const id = freeNodeId(doc, template.name);
    const data = withFreeName(doc, initNode(template, id));
    if (refusalToAdd(doc.nodes, template) !== undefined) return doc;
    const others = doc.nodes.map((node) => (node.selected ? { ...node, selected: false } : node));
    const node: CanvasNode = { id, type: drawnAs(data), position, data, selected: true };
    if (!isIteration(node)) return { ...doc, nodes: [...others, standingIn(doc.nodes, node)] };
    // A frame lies under what stands in it, on the map too.
    return { ...doc, nodes: [{ ...node, frame: newFrame }, ...others] };
  };
}

/** How files name the drawing of a node. */
function drawnAs(data: CanvasNode['data']): string {
  if (isNote(data)) return 'stickyNote';
  if (!isAgentFlowNode(data)) return 'customNode';
  return isIteration({ data }) ? 'iteration' : 'agentFlow';
}

/** An edge as files have it: those of agent flows say how they are coloured and which way they are. */
export function newEdge(nodes: readonly CanvasNode[], ends: Ends): CanvasEdge {
  const edge = { ...ends, id: edgeId(ends) };
  const source = nodes.find((node) => node.id === ends.source)?.data;
  const target = nodes.find((node) => node.id === ends.target)?.data;
  if (!source || !target || !isAgentFlowNode(target)) return { ...edge, type: 'buttonedge' };
  return { ...edge, type: 'agentFlow', kept: { data: agentFlowEdgeData(source, target, ends.sourceHandle) } };
}

/** Adds an edge and writes the reference into its target input; an incompatible edge changes nothing. */
export function connect(ends: Ends): Command {
  return (doc) => {
    const port = targetPort(doc, ends);
    if (!port || !judge(doc, ends).isValid) return doc;
    if (port.isStep) return { ...doc, edges: [...doc.edges, newEdge(doc.nodes, ends)] };
    const edge = newEdge(doc.nodes, ends);
    const write: DataChange = (data) =>
      withInput(data, port.name, wiredValue(port, data.inputs?.[port.name], ends.source));
    return { ...doc, nodes: changeData(doc.nodes, ends.target, write), edges: [...doc.edges, edge] };
  };
}

/**
 * Takes away nodes and edges, with the edges of those nodes and the references those edges stood for. An iteration
 * takes the nodes in it along. Groups lose the nodes too; one that had no other goes.
 */
export function remove(nodeIds: Iterable<string>, edgeIds: Iterable<string> = []): Command {
  const asked = [...nodeIds];
  return (doc) => {
    const goneNodes = withNodesInside(doc.nodes, asked);
    const goneEdges = new Set(edgeIds);
    const isGone = (edge: CanvasEdge) =>
      goneEdges.has(edge.id) || goneNodes.has(edge.source) || goneNodes.has(edge.target);
    const byTarget = Map.groupBy(doc.edges.filter(isGone), (edge) => edge.target);
    const nodes = doc.nodes
      .filter((node) => !goneNodes.has(node.id))
      .map((node) => {
        const lost = byTarget.get(node.id);
        return lost ? { ...node, data: lost.reduce(unwire, node.data) } : node;
      });
    if (nodes.length === doc.nodes.length && byTarget.size === 0) return doc;
    return {
      ...doc,
      nodes,
      edges: doc.edges.filter((edge) => !isGone(edge)),
      groups: onlyMembers(doc.groups, (id) => !goneNodes.has(id)),
    };
  };
}

function unwire(data: CanvasNode['data'], edge: CanvasEdge): CanvasNode['data'] {
  const port = inputPorts(data).find((candidate) => candidate.id === edge.targetHandle);
  if (!port || port.isStep) return data;
  return withInput(data, port.name, unwiredValue(port, data.inputs?.[port.name], edge.source));
}

/**
 * Sets one parameter of a node; several of its own keys at once for parameters that keep more than one. Typing into
 * one parameter is one step.
 */
export function setValues(nodeId: string, values: Readonly<Record<string, unknown>>): Command {
  return grouped(`values ${nodeId} ${Object.keys(values).join(' ')}`, (before) => {
    const doc = followBranches(before, nodeId, values);
    return withValues(doc, nodeId, values);
  });
}

function withValues(doc: CanvasDoc, nodeId: string, values: Readonly<Record<string, unknown>>): CanvasDoc {
  return {
    ...doc,
    nodes: changeData(doc.nodes, nodeId, (data) => {
      const next = { ...data, inputs: { ...data.inputs, ...values } };
      const param = ownNameParam(data);
      const isNaming = param !== undefined && param in values && ownName(next) !== '';
      return isNaming ? { ...next, label: ownName(next) } : next;
    }),
  };
}

/** Selects the stored secret of a node; '' for none. */
export function setCredential(nodeId: string, credential: string): Command {
  return (doc) => ({ ...doc, nodes: changeData(doc.nodes, nodeId, (data) => ({ ...data, credential })) });
}

/** Changes the name a node shows. */
export function renameNode(nodeId: string, label: string): Command {
  return grouped(`name ${nodeId}`, (doc) => ({
    ...doc,
    nodes: changeData(doc.nodes, nodeId, (data) => named(data, label)),
  }));
}

/** Moves nodes by an offset in flow units; a burst of it, as with the arrow keys, is one step. */
export function moveNodes(nodeIds: ReadonlySet<string>, offset: Point): Command {
  return grouped(`move ${[...nodeIds].join(' ')}`, (doc) => {
    const moved = withNodesInside(doc.nodes, nodeIds);
    const nodes = doc.nodes.map((node) =>
      moved.has(node.id) ? { ...node, position: shifted(node.position, offset) } : node,
    );
    return settled({ ...doc, nodes }, nodeIds);
  });
}

export function shifted(point: Point, offset: Point): Point {
  return { x: point.x + offset.x, y: point.y + offset.y };
}

/** Selects one of several outputs; the edges of the other one are removed. */
export function chooseOutput(nodeId: string, name: string): Command {
  return (doc) => {
    const chosen = changeData(doc.nodes, nodeId, (data) => ({
      ...data,
      outputs: { ...data.outputs, output: name },
    }));
    const node = chosen.find((candidate) => candidate.id === nodeId);
    const ports = new Set(node ? outputPorts(node.data).map((port) => port.id) : []);
    const gone = doc.edges.filter((edge) => edge.source === nodeId && !ports.has(edge.sourceHandle));
    return remove(
      [],
      gone.map((edge) => edge.id),
    )({ ...doc, nodes: chosen });
  };
}
