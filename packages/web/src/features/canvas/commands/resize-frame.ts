import { fullBox } from '../document/canvas-doc.ts';
import { type FrameSize, frameRoom, leastFrame, nodesInside } from '../document/iterations.ts';
import { type Command, grouped } from './canvas-commands.ts';
import { resized } from './settle-nodes.ts';

/** Gives the frame of an iteration another size, but never less than the nodes in it need. */
export function resizeFrame(nodeId: string, size: FrameSize): Command {
  return grouped(`frame ${nodeId}`, (doc) => {
    const frame = doc.nodes.find((node) => node.id === nodeId);
    if (!frame?.frame) return doc;
    let { width, height } = leastFrame;
    for (const inner of nodesInside(doc.nodes, nodeId)) {
      const box = fullBox(inner);
      width = Math.max(width, inner.position.x + box.width + frameRoom.side - frame.position.x);
      height = Math.max(height, inner.position.y + box.height + frameRoom.side - frame.position.y);
    }
    const next = resized(frame, {
      width: Math.max(width, size.width),
      height: Math.max(height, size.height),
    });
    if (next.frame?.width === frame.frame.width && next.frame.height === frame.frame.height) return doc;
    return { ...doc, nodes: doc.nodes.map((node) => (node === frame ? next : node)) };
  });
}
