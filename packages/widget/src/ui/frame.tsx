import { useRef } from 'preact/hooks';
import type { ChatHeadProps } from './chat-head.tsx';
import { ChatWindow } from './chat-window.tsx';
import { useTopLayer } from './use-top-layer.ts';
import { useWidget } from './widget-context.ts';

/** The chat inside a page, or in place of it. */
export function Frame(head: Pick<ChatHeadProps, 'isDark' | 'onDark'>) {
  const { options, title } = useWidget();
  const frame = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useTopLayer(frame);
  return (
    <section
      ref={frame}
      class="frame"
      aria-label={title}
      popover={options.mode === 'page' ? 'manual' : undefined}
    >
      <ChatWindow field={field} {...head} />
    </section>
  );
}
