const nearPx = 48;

/** Holds a growing box at its end. */
export interface EndFollower {
  goToEnd(): void;
  stop(): void;
}

/** Keeps a growing box scrolled to its end, unless its reader scrolled up; says whether the end is what is seen. */
export function followEnd(
  box: HTMLElement,
  content: HTMLElement,
  onChange: (isAtEnd: boolean) => void,
): EndFollower {
  let isStuck = true;
  let lastTop = box.scrollTop;
  const moveToEnd = () => {
    box.scrollTop = box.scrollHeight;
  };
  const onScroll = () => {
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
    // Growing content never unsticks it; only the user scrolling up does.
    if (isNear) isStuck = true;
    else if (box.scrollTop < lastTop) isStuck = false;
    lastTop = box.scrollTop;
    onChange(isNear || isStuck);
  };
  const observer = new ResizeObserver(() => {
    if (isStuck) moveToEnd();
  });
  box.addEventListener('scroll', onScroll, { passive: true });
  observer.observe(content);
  observer.observe(box);
  return {
    goToEnd() {
      isStuck = true;
      onChange(true);
      moveToEnd();
    },
    stop() {
      box.removeEventListener('scroll', onScroll);
      observer.disconnect();
    },
  };
}
