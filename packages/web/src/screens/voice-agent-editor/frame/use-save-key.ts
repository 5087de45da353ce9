import { useEffect } from 'react';
import type { LlmSession } from '../llm/llm-session.ts';

/** Ctrl S saves at once, wherever the cursor stands, instead of offering the page as a file. */
export function useSaveKey(session: LlmSession): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      void session.flush();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [session]);
}
