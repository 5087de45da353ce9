import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isDirty, isOnlyInMemory } from '../../features/draft/flow-file.ts';
import { canvasPath } from '../../kit/lib/flow-paths.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { useSession } from '../../kit/state/session-store.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { say } from '../../kit/texts/texts.ts';
import { type EditingSession, useEditingSession } from './editing-session.ts';

/**
 * Whether something would be lost or hard to find again: a flow that was never saved, and edits that neither the
 * server nor this device has. Any other edits are safe, and leaving sends them on.
 */
function isUnsafe({ canvas, file }: EditingSession): boolean {
  const { edits } = canvas.getState();
  const state = file.getState();
  // A person who was signed out cannot stay; the changes kept on this device are offered again.
  if (useSession.getState().user === null) return isOnlyInMemory(state, edits);
  return isDirty(state, edits) && (state.id === null || isOnlyInMemory(state, edits));
}

/** Asks before unsaved edits are left behind, inside the app and when the page goes. */
export function useLeavePrompt(): void {
  const session = useEditingSession();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const { id } = session.file.getState();
    const isOwnAddress =
      id !== null && nextLocation.pathname === canvasPath(session.canvas.getState().kind, id);
    return currentLocation.pathname !== nextLocation.pathname && !isOwnAddress && isUnsafe(session);
  });

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const ask = async () => {
      // Edits that this device can still store are no reason to ask.
      await session.autosave.keep();
      if (!isUnsafe(session)) return blocker.proceed();
      const isSure = await confirm({
        title: say(canvasTexts, 'leaveTitle'),
        description: say(canvasTexts, 'leaveText'),
        confirmText: say(canvasTexts, 'leave'),
        cancelText: say(canvasTexts, 'stay'),
      });
      if (isSure) blocker.proceed();
      else blocker.reset();
    };
    void ask();
  }, [blocker, session]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      void session.autosave.keep();
      if (isUnsafe(session)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [session]);
}
