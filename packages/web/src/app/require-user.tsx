import { Navigate, Outlet } from 'react-router';
import { useSession } from '../kit/state/session-store.ts';
import { JumpHost } from './jump/jump-host.tsx';
import { OwnRoleHost } from './own-role-host.tsx';

/** Lets only a signed-in person through; everybody else goes to the start page. */
export function RequireUser() {
  const user = useSession((session) => session.user);
  if (!user) return <Navigate to="/" replace />;
  return (
    <>
      <Outlet />
      <OwnRoleHost />
      <JumpHost />
    </>
  );
}
