import { useEffect } from 'react';
import type { LlmDesk } from '../llm/llm-desk.ts';

/** Ctrl S saves at once, wherever the cursor stands, instead of offering the page as a file. */
export function useSaveKey(desk: LlmDesk): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      void desk.flush();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [desk]);
}
