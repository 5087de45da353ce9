import type { ReactNode, SyntheticEvent } from 'react';

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** A part of a node card whose clicks, also those in its menus and dialogs, are none on the node. */
export function CardIsland({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps what happens in it to itself
    <span
      style={{ display: 'contents' }}
      onClick={stop}
      onDoubleClick={stop}
      onKeyDown={stop}
      onContextMenu={stop}
    >
      {children}
    </span>
  );
}
