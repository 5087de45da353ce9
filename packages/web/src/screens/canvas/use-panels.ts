import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PanelTab } from '../../canvas/side-panel.tsx';

const wideFrom = 900;
const isWide = () => window.innerWidth >= wideFrom;

/** Which panels stand beside the drawing; on a narrow window one at a time lies over it. */
export function usePanels() {
  const [query] = useSearchParams();
  const asksForChat = query.get('chat') === 'open';
  const [tab, setTab] = useState<PanelTab>(asksForChat ? 'chat' : 'inspector');
  const [isPanelOpen, setIsPanelOpen] = useState(asksForChat || isWide());
  const [isPaletteOpen, setIsPaletteOpen] = useState(isWide());
  return {
    tab,
    isPanelOpen,
    isPaletteOpen,
    openTab: (next: PanelTab) => {
      setTab(next);
      setIsPanelOpen(true);
      if (!isWide()) setIsPaletteOpen(false);
    },
    /** Shows the selected node's settings where there is room beside the drawing. */
    followSelection: () => {
      if (isWide() && isPanelOpen && tab !== 'trace') setTab('inspector');
    },
    closePanel: () => setIsPanelOpen(false),
    setPalette: (isOpen: boolean) => {
      setIsPaletteOpen(isOpen);
      if (isOpen && !isWide()) setIsPanelOpen(false);
    },
    /** After adding from a palette that lies over the drawing. */
    revealDrawing: () => !isWide() && setIsPaletteOpen(false),
  };
}
