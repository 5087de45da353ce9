import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { type ConfirmQuestion, confirm } from './confirm-store.ts';
import { useSession } from './session-store.ts';

interface LeaveGuard {
  /** Whether leaving now would lose something; read at each try. */
  isUnsafe(): boolean;
  question(): ConfirmQuestion;
  /** Called before leaving anyway. */
  onLeave?(): void;
}

/** Asks before leaving a page with unsaved changes, within the app and when the tab closes. */
export function useLeaveGuard(guard: LeaveGuard): void {
  const latest = useRef(guard);
  latest.current = guard;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A signed-out user cannot stay.
      useSession.getState().user !== null &&
      currentLocation.pathname !== nextLocation.pathname &&
      latest.current.isUnsafe(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const ask = async () => {
      if (!(await confirm(latest.current.question()))) return blocker.reset();
      latest.current.onLeave?.();
      blocker.proceed();
    };
    void ask();
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.isUnsafe()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}
