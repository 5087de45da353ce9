import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Point } from '../commands/canvas-commands.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';

const glideMs = 200;

/** Where nodes come from that a layout moved; the drawing itself is at their new places already. */
const useGlides = create<{ from: ReadonlyMap<string, Point> | null }>(() => ({ from: null }));

const wantsStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Animates nodes from these positions to their current ones, unless reduced motion is requested. */
export function startGlide(from: ReadonlyMap<string, Point>): void {
  if (from.size > 0 && !wantsStillness()) useGlides.setState({ from });
}

/** Ease in and out. */
const eased = (share: number) => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

/** The nodes as they are drawn while some of them glide: outside the history, which knows the end of the way only. */
export function useGlide(nodes: CanvasNode[]): CanvasNode[] {
  const from = useGlides((state) => state.from);
  const [share, setShare] = useState(0);
  useEffect(() => {
    if (!from) return undefined;
    const start = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const next = (now - start) / glideMs;
      if (next < 1) {
        setShare(eased(Math.max(0, next)));
        frame = requestAnimationFrame(step);
      } else {
        setShare(0);
        useGlides.setState({ from: null });
      }
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [from]);
  if (!from) return nodes;
  return nodes.map((node) => {
    const start = from.get(node.id);
    if (!start) return node;
    const { x, y } = node.position;
    return { ...node, position: { x: start.x + (x - start.x) * share, y: start.y + (y - start.y) * share } };
  });
}
