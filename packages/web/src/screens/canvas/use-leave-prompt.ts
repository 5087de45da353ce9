import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useCanvasStore } from '../../canvas/use-canvas.ts';
import { confirm } from '../../state/confirm-store.ts';
import { canvasTexts } from '../../texts/en/canvas.ts';
import { say } from '../../texts/texts.ts';
import { useFlowFileStore } from './desk.ts';
import { isDirty } from './flow-file.ts';

/** Asks before unsaved edits are left behind, inside the app and when the page goes. */
export function useLeavePrompt(): void {
  const canvas = useCanvasStore();
  const file = useFlowFileStore();
  const hasEdits = () => isDirty(file.getState(), canvas.getState().edits);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasEdits() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: say(canvasTexts, 'leaveTitle'),
      description: say(canvasTexts, 'leaveText'),
      confirmText: say(canvasTexts, 'leave'),
      cancelText: say(canvasTexts, 'stay'),
    };
    void confirm(question).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty(file.getState(), canvas.getState().edits)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [file, canvas]);
}
