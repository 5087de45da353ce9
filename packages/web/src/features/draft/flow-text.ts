import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import { type CanvasDoc, toFlowData } from '../canvas/document/canvas-doc.ts';

/** How long one slice of work may hold the page. */
const sliceMs = 6;

const texts = new WeakMap<FlowNode, string>();
const safeTexts = new WeakMap<FlowNode, string>();

interface Declared {
  name: string;
  type: string;
  tabs?: readonly Declared[];
}

function passwordNames(declared: readonly Declared[] = []): string[] {
  return declared.flatMap(({ name, type, tabs }) => [
    ...(type === 'password' ? [name] : []),
    ...passwordNames(tabs),
  ]);
}

/** Names of a variable, not the secret itself. */
const isReference = (value: string) => /^\{\{\s*\$vars\.\w+\s*\}\}$/.test(value);

/** Names of passwords that were typed and are nowhere stored yet. */
function typedPasswords(node: FlowNode): string[] {
  const names = passwordNames(node.data.inputParams as readonly Declared[] | undefined);
  return names.filter((name) => {
    const value = node.data.inputs?.[name];
    return typeof value === 'string' && value !== '' && value !== storedValueMask && !isReference(value);
  });
}

function withoutSecrets(node: FlowNode): FlowNode {
  const typed = typedPasswords(node);
  if (typed.length === 0) return node;
  const masked = Object.fromEntries(typed.map((name) => [name, storedValueMask]));
  return { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...masked } } };
}

function nodeText(node: FlowNode): string {
  let text = texts.get(node);
  if (text === undefined) {
    text = JSON.stringify(node);
    texts.set(node, text);
  }
  return text;
}

function safeText(node: FlowNode): string {
  let text = safeTexts.get(node);
  if (text === undefined) {
    const safe = withoutSecrets(node);
    text = safe === node ? nodeText(node) : JSON.stringify(safe);
    safeTexts.set(node, text);
  }
  return text;
}

/** Yields to the page, so that a pending key press is rendered first. */
export function nextTurn(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Writes what is not written yet, a slice at a time: a large flow never holds up who is typing. */
async function warm(flow: FlowData): Promise<void> {
  let since = performance.now();
  for (const node of flow.nodes) {
    if (texts.has(node)) continue;
    nodeText(node);
    if (performance.now() - since < sliceMs) continue;
    await nextTurn();
    since = performance.now();
  }
}

function joined(flow: FlowData, textOf: (node: FlowNode) => string): string {
  const { nodes, ...rest } = flow;
  const tail = JSON.stringify(rest).slice(1);
  return `{"nodes":[${nodes.map(textOf).join(',')}]${tail === '}' ? '' : ','}${tail}`;
}

/** A flow as the two texts that leave the canvas. */
export interface FlowText {
  /** For the server. */
  text: string;
  /** For this device: passwords that were typed stand as the mask. */
  safe: string;
}

/** The drawing as JSON. What did not change since the last time is not written again. */
export async function flowText(doc: CanvasDoc): Promise<FlowText> {
  const flow = toFlowData(doc);
  await warm(flow);
  return { text: joined(flow, nodeText), safe: joined(flow, safeText) };
}

/** The same at once, for a page that is about to go; only what this device keeps. */
export function safeFlowText(doc: CanvasDoc): string {
  return joined(toFlowData(doc), safeText);
}

/** How many typed passwords this device does not keep. */
export function withheldPasswords(doc: CanvasDoc): number {
  return toFlowData(doc).nodes.reduce((sum, node) => sum + typedPasswords(node).length, 0);
}

/** A flow from the server as this device keeps it. */
export function safeTextOf(flow: FlowData): string {
  return joined(flow, safeText);
}
