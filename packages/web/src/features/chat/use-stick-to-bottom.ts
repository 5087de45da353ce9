import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const nearPx = 48;

/** Keeps a growing box scrolled to its end, unless its reader went up to read. */
export function useStickToBottom(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [isAtEnd, setAtEnd] = useState(true);
  const isStuck = useRef(true);

  const goToEnd = useCallback(() => {
    isStuck.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box]);

  useEffect(() => {
    const [element, inner] = [box.current, content.current];
    if (!element || !inner) return undefined;
    let lastTop = element.scrollTop;
    const onScroll = () => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
      // Growing content never unsticks it; only the user scrolling up does.
      if (isNear) isStuck.current = true;
      else if (element.scrollTop < lastTop) isStuck.current = false;
      lastTop = element.scrollTop;
      setAtEnd(isNear || isStuck.current);
    };
    const observer = new ResizeObserver(() => {
      if (isStuck.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(inner);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [box, content]);

  return { isAtEnd, goToEnd };
}
