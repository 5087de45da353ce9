import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PanelTab } from '../../features/canvas/inspect/side-panel.tsx';
import { useIsNarrowWindow } from '../../kit/lib/use-is-narrow-window.ts';

const wideFrom = 900;
const isWide = () => window.innerWidth >= wideFrom;

export type Panels = ReturnType<typeof usePanels>;

/** Without a chosen node there is nothing to inspect: a flow that was drawn before is there to be asked. */
function firstTab(askedRunId: string | null, asksForChat: boolean): PanelTab {
  if (askedRunId) return 'trace';
  return asksForChat ? 'chat' : 'inspector';
}

/** Which panels are open beside the canvas; in narrow windows, one at a time overlays it. */
export function usePanels(hasFlow: boolean) {
  const [query] = useSearchParams();
  const asksForChat = query.get('chat') === 'open';
  const askedRunId = query.get('run');
  const [tab, setTab] = useState<PanelTab>(() => firstTab(askedRunId, asksForChat || hasFlow));
  const [isPanelOpen, setIsPanelOpen] = useState(askedRunId !== null || asksForChat || isWide());
  const [isPaletteOpen, setIsPaletteOpen] = useState(isWide());
  const isNarrow = useIsNarrowWindow();
  const wasNarrow = useRef(isNarrow);
  useEffect(() => {
    if (wasNarrow.current === isNarrow) return;
    wasNarrow.current = isNarrow;
    setIsPaletteOpen(!isNarrow);
    setIsPanelOpen(!isNarrow);
  }, [isNarrow]);
  const [traceRunId, setTraceRunId] = useState(askedRunId);
  const openTab = (next: PanelTab) => {
    setTab(next);
    setIsPanelOpen(true);
    if (!isWide()) setIsPaletteOpen(false);
  };
  return {
    tab,
    traceRunId,
    isPanelOpen,
    isPaletteOpen,
    openTab,
    /** Shows the trace of a run. */
    openTrace: (runId: string) => {
      setTraceRunId(runId);
      openTab('trace');
    },
    /** Shows the selected node's settings if there is space beside the canvas. */
    followSelection: () => {
      if (isWide() && isPanelOpen && tab !== 'trace' && tab !== 'problems') setTab('inspector');
    },
    closePanel: () => setIsPanelOpen(false),
    setPalette: (isOpen: boolean) => {
      setIsPaletteOpen(isOpen);
      if (isOpen && !isWide()) setIsPanelOpen(false);
    },
    /** A flow that is too wide to be readable beside the palette opens without it. */
    closePalette: () => isWide() && setIsPaletteOpen(false),
    /** After adding from a palette that lies over the drawing. */
    revealDrawing: () => !isWide() && setIsPaletteOpen(false),
  };
}
