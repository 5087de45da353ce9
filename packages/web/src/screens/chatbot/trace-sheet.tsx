import { lazy, Suspense, useEffect, useRef } from 'react';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './chatbot-screen.module.css';

const TracePanel = lazy(async () => ({
  default: (await import('../../features/runs/trace-panel.tsx')).TracePanel,
}));

interface TraceSheetProps {
  flowId: string;
  runId: string;
  onClose: () => void;
}

/** The trace beside the chat page; it takes the focus, closes by Esc and gives the focus back. */
export function TraceSheet({ flowId, runId, onClose }: TraceSheetProps) {
  const t = useTexts(traceTexts);
  const sheet = useRef<HTMLElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <aside
      ref={sheet}
      tabIndex={-1}
      className={styles['sheet']}
      aria-label={t('trace')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Suspense>
        <TracePanel flowId={flowId} runId={runId} onClose={onClose} />
      </Suspense>
    </aside>
  );
}
