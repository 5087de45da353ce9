import { create } from 'zustand';

export type FrameView = 'build' | 'runs' | 'versions';

/** What the frame around the canvas shows. */
interface Frame {
  view: FrameView;
  /** A panel requested from outside. */
  request: 'problems' | null;
}

export const useFrame = create<Frame>(() => ({ view: 'build', request: null }));

/** Shows another part of the flow. */
export function showView(view: FrameView): void {
  useFrame.setState({ view });
}
