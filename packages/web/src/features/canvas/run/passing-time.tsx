import { useEffect, useState } from 'react';
import { useCanvas } from '../document/use-canvas.ts';
import { durationText, waitText } from './duration-text.ts';

const tickMs = 100;
const slowTickMs = 1000;

/** The time now, or that of the moment the time line shows. */
function useNow(first: number, everyMs: number): number {
  const momentAt = useCanvas((state) => state.run.momentAt);
  const [now, setNow] = useState(() => Math.max(first, Date.now()));
  useEffect(() => {
    if (momentAt !== null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [momentAt, everyMs]);
  return momentAt ?? now;
}

/** How long something has been running. */
export function RunningTime({ since }: { since: number }) {
  const now = useNow(since, tickMs);
  return <>{durationText(Math.max(0, now - since))}</>;
}

/** How long a run has been waiting for a person. */
export function WaitingTime({ since }: { since: number }) {
  const now = useNow(since, slowTickMs);
  return <>{waitText(Math.max(0, now - since))}</>;
}
