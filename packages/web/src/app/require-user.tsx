import { Navigate, Outlet } from 'react-router';
import { JumpHost } from '../jump/jump-host.tsx';
import { useSession } from '../state/session-store.ts';

/** Lets only a signed-in person through; everybody else goes to the start page (ROUTES-04). */
export function RequireUser() {
  const user = useSession((session) => session.user);
  if (!user) return <Navigate to="/" replace />;
  return (
    <>
      <Outlet />
      <JumpHost />
    </>
  );
}
