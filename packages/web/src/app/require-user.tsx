import { Navigate, Outlet } from 'react-router';
import { useSession } from '../state/session-store.ts';

/** Lets only a signed-in person through; everybody else goes to the start page (ROUTES-04). */
export function RequireUser() {
  const user = useSession((session) => session.user);
  return user ? <Outlet /> : <Navigate to="/" replace />;
}
