import { useStoreApi } from '@xyflow/react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { resizeFrame } from '../commands/resize-frame.ts';
import { runCommand } from '../document/canvas-store.ts';
import { endStep } from '../document/history.ts';
import type { FrameSize } from '../document/iterations.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { speak } from '../run/live-words.ts';
import styles from './iteration-frame.module.css';

/** How much one press of an arrow key changes, in flow units; with Shift it is finer. */
const keyStep = 16;
const fineStep = 2;

const steps: Readonly<Record<string, FrameSize>> = {
  ArrowRight: { width: 1, height: 0 },
  ArrowLeft: { width: -1, height: 0 },
  ArrowDown: { width: 0, height: 1 },
  ArrowUp: { width: 0, height: -1 },
};

interface Drag {
  x: number;
  y: number;
  size: FrameSize;
}

/** Changes the size of an iteration: by dragging its corner, or with the arrow keys. */
function useResizing(id: string, label: string) {
  const store = useCanvasStore();
  const inner = useStoreApi();
  const drag = useRef<Drag | null>(null);
  const sizeNow = () => nodeById(store.getState().nodes, id)?.frame;
  const resize = (size: FrameSize, isHeld: boolean) =>
    runCommand(store, resizeFrame(id, size), { group: `frame ${id}`, isHeld });
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const size = sizeNow();
      if (event.button !== 0 || !size) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, size };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = drag.current;
      if (!from) return;
      const zoom = inner.getState().transform[2];
      const width = from.size.width + (event.clientX - from.x) / zoom;
      const height = from.size.height + (event.clientY - from.y) / zoom;
      resize({ width, height }, true);
    },
    onPointerUp: () => {
      if (drag.current) endStep(store);
      drag.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key];
      const size = sizeNow();
      if (!step || !size || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const by = event.shiftKey ? fineStep : keyStep;
      resize({ width: size.width + step.width * by, height: size.height + step.height * by }, false);
      const { width, height } = sizeNow() ?? size;
      speak(say(agentFlowTexts, 'saidResized', { name: label, width, height }));
    },
  };
}

/** The corner of an iteration's frame. */
export function FrameGrip({ id, label, isShown }: { id: string; label: string; isShown: boolean }) {
  const t = useTexts(agentFlowTexts);
  const resizing = useResizing(id, label);
  return (
    <button
      type="button"
      className={`${styles['grip']} nodrag nopan`}
      // One stop for Tab is the drawing; the chosen iteration's corner is another.
      tabIndex={isShown ? 0 : -1}
      data-shown={isShown || undefined}
      aria-label={t('resize', { name: label })}
      title={t('resizeHelp')}
      {...resizing}
      onPointerCancel={resizing.onPointerUp}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M18 8 L8 18 M18 13 L13 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  );
}
