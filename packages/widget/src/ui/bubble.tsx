import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatHeadProps } from './chat-head.tsx';
import { ChatWindow } from './chat-window.tsx';
import { Icon } from './icon.tsx';
import { focusableIn, keepFocusIn } from './keep-focus-in.ts';
import { useMedia } from './use-media.ts';
import { useTopLayer } from './use-top-layer.ts';
import { useWidget } from './widget-context.ts';

interface BubbleProps extends Pick<ChatHeadProps, 'isDark' | 'onDark'> {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** A round button in a corner of the page, and the chat that it opens. */
export function Bubble({ isOpen, onOpen, ...head }: BubbleProps) {
  const { options, title, t } = useWidget();
  const dock = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const launcher = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isLarge, setLarge] = useState(false);
  const [wasOpened, setOpened] = useState(isOpen);
  const isNarrow = useMedia('(max-width: 479px)');
  useTopLayer(dock);
  useEffect(() => {
    if (isOpen) setOpened(true);
  }, [isOpen]);
  useOpenFocus(isOpen, panel, field, launcher);
  const close = useCallback(() => onOpen(false), [onOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    // Where the chat covers the page, the page is inert.
    if (isNarrow) keepFocusIn(panel.current, event);
  };
  return (
    <section ref={dock} class="dock" data-side={options.side} aria-label={title} popover="manual">
      {wasOpened && (
        <div
          ref={panel}
          class="panel"
          data-large={isLarge || undefined}
          role="dialog"
          aria-label={title}
          aria-modal={isNarrow}
          tabIndex={-1}
          hidden={!isOpen}
          onKeyDown={onKeyDown}
        >
          <ChatWindow
            field={field}
            {...head}
            onClose={close}
            isLarge={isLarge}
            onLarge={isNarrow ? undefined : () => setLarge(!isLarge)}
          />
        </div>
      )}
      <button
        ref={launcher}
        type="button"
        class="launcher"
        aria-label={t(isOpen ? 'close' : 'open')}
        title={t(isOpen ? 'close' : 'open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'chat'} size={26} />
      </button>
    </section>
  );
}

/** Moves the focus into the opened chat, and back to the button when it is closed. */
function useOpenFocus(
  isOpen: boolean,
  panel: RefObject<HTMLElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
  launcher: RefObject<HTMLElement | null>,
): void {
  const before = useRef(isOpen);
  const isDue = useRef(false);
  useLayoutEffect(() => {
    // Not at the start: the focus belongs to the page.
    if (isOpen !== before.current) isDue.current = true;
    before.current = isOpen;
    if (!isDue.current || (isOpen && !panel.current)) return;
    if (isOpen) focusInside(panel.current, field.current);
    else launcher.current?.focus();
    // Until the chat's settings are loaded there is no field to focus.
    isDue.current = isOpen && !field.current;
  });
}

function focusInside(panel: HTMLElement | null, field: HTMLTextAreaElement | null): void {
  // On a phone the keyboard would cover what was opened to be read.
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const first = panel && focusableIn(panel).find((element) => element.matches('input, textarea'));
  const wanted = isTouch ? panel : (first ?? field ?? panel);
  wanted?.focus({ preventScroll: true });
}
