import { useState } from 'react';

export const panelWidths = { least: 320, first: 380, most: 640 } as const;
const key = 'canvas_panel_width';

const fitting = (px: number) => Math.round(Math.min(panelWidths.most, Math.max(panelWidths.least, px)));

function keptWidth(): number {
  const kept = Number(localStorage.getItem(key));
  return kept > 0 ? fitting(kept) : panelWidths.first;
}

export interface PanelWidth {
  px: number;
  /** Receives a width while the handle is dragged; `isKept` once it is released. */
  resize: (px: number, isKept: boolean) => void;
}

/** How wide the side panel is; this browser remembers it. */
export function usePanelWidth(): PanelWidth {
  const [px, setPx] = useState(keptWidth);
  return {
    px,
    resize: (wanted, isKept) => {
      const next = fitting(wanted);
      setPx(next);
      if (isKept) localStorage.setItem(key, String(next));
    },
  };
}
