import { useSession } from '../state/session-store.ts';

/** sessionStorage key that informs the start page that the session expired. */
export const lostSessionKey = 'sessionLost';

/** Forgets everything of this browser and goes to the start page, or to sign out elsewhere, too. */
export function endSession(reason: 'logout' | 'lost', leadTo = '/'): void {
  if (reason === 'lost') sessionStorage.setItem(lostSessionKey, 'true');
  localStorage.clear();
  useSession.setState({ user: null });
  // A full reload, so that nothing fetched by one user remains for the next.
  if (leadTo !== '/' || window.location.pathname !== '/') window.location.assign(leadTo);
}
