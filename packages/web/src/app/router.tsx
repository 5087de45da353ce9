import { Suspense } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useSearchParams } from 'react-router';
import { defaultPath, useSession } from '../kit/state/session-store.ts';
import { BrokenPage } from './broken-page.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { PermittedScreen } from './permitted-screen.tsx';
import { RequireUser } from './require-user.tsx';
import { fullScreenRoutes, protectedRoutes, type RouteRow } from './routes.tsx';
import { Shell } from './shell/shell.tsx';

const Login = lazyScreen(
  () => import('../screens/login/login-screen.tsx').then((module) => module.LoginScreen),
  {},
);

// Both kinds of one screen are separate pages: the key makes React remount.
function toRoute({ path, Screen, permits, prepare, screenKey = path }: RouteRow): RouteObject {
  return {
    path,
    handle: prepare,
    element: (
      <Suspense>
        <PermittedScreen permits={permits ?? 'member'}>
          <Screen key={screenKey} />
        </PermittedScreen>
      </Suspense>
    ),
    errorElement: <BrokenPage />,
  };
}

function StartPage() {
  const user = useSession((session) => session.user);
  const [search] = useSearchParams();
  // An invitation can be for someone other than the signed-in user.
  if (user && !search.has('invite')) return <Navigate to={defaultPath} replace />;
  return (
    <Suspense>
      <Login />
    </Suspense>
  );
}

const isOpenToAll = ({ path }: RouteRow) => /^\/(?:chatbot|form)\//.test(path);

/** Every path of the product; an unknown one leads to the start page. */
export const appRoutes: RouteObject[] = [
  { path: '/', element: <StartPage />, errorElement: <BrokenPage /> },
  {
    element: <RequireUser />,
    children: [
      { element: <Shell />, children: protectedRoutes.map(toRoute) },
      ...fullScreenRoutes.filter((row) => !isOpenToAll(row)).map(toRoute),
    ],
  },
  ...fullScreenRoutes.filter(isOpenToAll).map(toRoute),
  { path: '*', element: <Navigate to="/" replace /> },
];

type AppRouter = ReturnType<typeof createBrowserRouter>;

function prepareScreens({ state }: AppRouter): void {
  if (!useSession.getState().user) return;
  for (const { route, params } of state.matches) (route.handle as RouteRow['prepare'])?.(params);
}

/** The router of the page's address; at each new one it starts what the screen there needs. */
export function createAppRouter() {
  const router = createBrowserRouter(appRoutes);
  let { key } = router.state.location;
  prepareScreens(router);
  router.subscribe(({ location }) => {
    if (location.key === key) return;
    key = location.key;
    prepareScreens(router);
  });
  return router;
}
