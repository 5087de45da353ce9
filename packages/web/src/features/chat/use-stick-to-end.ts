import { type EndFollower, followEnd } from '@tendril/contract/page/follow-end';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Keeps a growing box scrolled to its end, unless its reader scrolled up. */
export function useStickToEnd(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [isAtEnd, setAtEnd] = useState(true);
  const follower = useRef<EndFollower>(undefined);

  useEffect(() => {
    if (!box.current || !content.current) return undefined;
    follower.current = followEnd(box.current, content.current, setAtEnd);
    return () => follower.current?.stop();
  }, [box, content]);

  const goToEnd = useCallback(() => follower.current?.goToEnd(), []);
  return { isAtEnd, goToEnd };
}
