import { type ComponentType, lazy } from 'react';

/** A screen that is fetched when it is first shown, with the props its route gives it. */
export function lazyScreen<P extends object>(
  load: () => Promise<ComponentType<P>>,
  props: NoInfer<P>,
): ComponentType {
  const Lazy = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  return function LazyScreen() {
    return <Lazy {...props} />;
  };
}
