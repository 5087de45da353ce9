import type { FlowType } from '@tendril/contract/flow/flow';
import { createContext, useContext } from 'react';

/** What the frame around a canvas provides to its parts. */
export interface CanvasHost {
  /** Undefined while the flow was never saved. */
  readonly flowId: string | undefined;
  readonly flowName: string;
  readonly kind: FlowType;
  /**
   * Brings the server's draft up to the drawing, before a run say; answers whether it now is. A flow that was never
   * saved is kept there under the name it shows.
   */
  saveNow: () => Promise<boolean>;
  /** The flow's id at this moment: a save may just have given it one. */
  currentFlowId: () => string | undefined;
  openChat: () => void;
  openInspector: () => void;
  openTrace: (runId: string) => void;
  openProblems: () => void;
  openRuns: () => void;
  /** The flow's configuration dialog. */
  openConfiguration: () => void;
  /** Returns to the Build tab from the Runs and Versions tabs. */
  showBuild: () => void;
}

export const CanvasHostContext = createContext<CanvasHost | null>(null);

/** The frame around this part of the canvas. */
export function useCanvasHost(): CanvasHost {
  const host = useContext(CanvasHostContext);
  if (!host) throw new Error('No frame around this part of the canvas');
  return host;
}
