import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { CanvasDoc, CanvasNode } from '../document/canvas-doc.ts';
import { outputPorts } from '../document/node-ports.ts';
import { nodeWidth } from '../view/node-layout.ts';
import { addNode, type Command, connect, type Point, remove } from './canvas-commands.ts';

const gap = 48;
const demoHeight = 160;

/** Below the model, so that edges need no way around it; lower where something stands there. */
function placeBelow({ nodes }: CanvasDoc, { position, height = demoHeight }: CanvasNode): Point {
  const isFree = (y: number) =>
    nodes.every((node) => {
      const isBeside = Math.abs(node.position.x - position.x) >= nodeWidth;
      const isAbove = node.position.y + (node.height ?? demoHeight) + gap / 2 <= y;
      return isBeside || isAbove || node.position.y >= y + demoHeight;
    });
  let y = position.y + height + gap;
  for (let tries = 0; tries < 40 && !isFree(y); tries += 1) y += gap;
  return { x: position.x, y };
}

/**
 * Gives everything a model feeds to the demo model instead, which needs no key. The model stays, without edges, so
 * that nothing set in it is lost; a demo model that stands on the canvas already is used again.
 */
export function swapInDemoModel(nodeId: string, template: NodeTemplate): Command {
  return (doc) => {
    const model = doc.nodes.find((node) => node.id === nodeId);
    const fed = doc.edges.filter((edge) => edge.source === nodeId);
    if (!model || fed.length === 0) return doc;
    const known = doc.nodes.find((node) => node.data.name === template.name && !node.isDisabled);
    const grown = known ? doc : addNode(template, placeBelow(doc, model))(doc);
    const demo = known ?? grown.nodes.at(-1);
    const [port] = demo ? outputPorts(demo.data) : [];
    if (!demo || !port) return doc;
    const swapped = fed.reduce((next, { id, target, targetHandle }) => {
      const without = remove([], [id])(next);
      const ends = { source: demo.id, sourceHandle: port.id, target, targetHandle };
      const rewired = connect(ends)(without);
      // An input that accepts only the model's own type keeps it.
      return rewired === without ? next : rewired;
    }, grown);
    return swapped === grown ? doc : swapped;
  };
}
