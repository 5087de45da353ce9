import { type ComponentType, useEffect, useState } from 'react';

/**
 * A screen that is fetched when it is first shown, with the props its route gives it. Not React's `lazy`: what
 * waited in a Suspense is put up at the earliest 300 ms after the waiting began, however soon it was there.
 */
export function lazyScreen<P extends object>(
  load: () => Promise<ComponentType<P>>,
  props: NoInfer<P>,
): ComponentType {
  let fetched: ComponentType<P> | undefined;
  return function LazyScreen() {
    const [Screen, setScreen] = useState(() => fetched);
    useEffect(() => {
      if (fetched) return;
      let isGone = false;
      const show = (screen: ComponentType<P>) => {
        fetched = screen;
        if (!isGone) setScreen(() => screen);
      };
      // Thrown while drawing, so that the route shows what went wrong.
      const fail = (cause: unknown) =>
        setScreen(() => {
          throw cause;
        });
      load().then(show, fail);
      return () => {
        isGone = true;
      };
    }, []);
    return Screen ? <Screen {...props} /> : null;
  };
}
