import { createElement, type Ref, useEffect, useImperativeHandle, useRef } from 'react';

/** The methods of `chat.current`. */
export interface TendrilChatHandle {
  open(): void;
  close(): void;
  ask(question: string): void;
  clear(): void;
}

export interface TendrilChatProps {
  /** Address of the Tendril server: "https://tendril.example.com". */
  host: string;
  /** Id of the flow. */
  flow: string;
  mode?: 'bubble' | 'panel' | 'page';
  theme?: 'light' | 'dark' | 'auto';
  /** Corner of the bubble. */
  side?: 'left' | 'right';
  heading?: string;
  subtitle?: string;
  /** Main colour: "#0b7a49". */
  color?: string;
  placeholder?: string;
  welcome?: string;
  /** Whether the bubble is open; leave it out to let visitors decide. */
  open?: boolean;
  /** Sentences in your own words or language. */
  texts?: Readonly<Record<string, string>>;
  /** Sent with every question, as far as the flow allows it. */
  overrideConfig?: Readonly<Record<string, unknown>>;
  className?: string;
  ref?: Ref<TendrilChatHandle>;
  onOpen?: () => void;
  onClose?: () => void;
  onQuestion?: (detail: { text: string }) => void;
  onAnswer?: (detail: { text: string; messageId?: string }) => void;
  onError?: (detail: { message: string }) => void;
  onLead?: (detail: Readonly<Record<string, string>>) => void;
}

type ChatElement = HTMLElement & TendrilChatHandle & Pick<TendrilChatProps, 'texts' | 'overrideConfig'>;

/** The chat of a Tendril flow as a React component: it loads the widget from the server and wraps its element. */
export function TendrilChat(props: TendrilChatProps) {
  const { host, flow, open, texts, overrideConfig, className, ref } = props;
  const { mode, theme, side, heading, subtitle, color, placeholder, welcome } = props;
  const element = useRef<ChatElement>(null);
  const latest = useRef(props);
  const base = host.replace(/\/+$/, '');

  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => loadWidget(base), [base]);
  useEffect(() => {
    // Properties set before the element is defined are applied once it is.
    void customElements.whenDefined('tendril-chat').then(() => {
      if (!element.current) return;
      element.current.overrideConfig = overrideConfig;
      if (texts) element.current.texts = texts;
    });
  }, [overrideConfig, texts]);
  useEffect(() => {
    if (open !== undefined) element.current?.toggleAttribute('open', open);
  }, [open]);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const listen = (name: string, call: (detail: never) => void) => {
      const listener = (event: Event) => call((event as CustomEvent<never>).detail);
      target.addEventListener(`tendril-${name}`, listener);
      return () => target.removeEventListener(`tendril-${name}`, listener);
    };
    const ends = [
      listen('open', () => latest.current.onOpen?.()),
      listen('close', () => latest.current.onClose?.()),
      listen('question', (detail) => latest.current.onQuestion?.(detail)),
      listen('answer', (detail) => latest.current.onAnswer?.(detail)),
      listen('error', (detail) => latest.current.onError?.(detail)),
      listen('lead', (detail) => latest.current.onLead?.(detail)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  useImperativeHandle(ref, () => ({
    open: () => element.current?.open(),
    close: () => element.current?.close(),
    ask: (question) => element.current?.ask(question),
    clear: () => element.current?.clear(),
  }));

  return createElement('tendril-chat', {
    ref: element,
    host: base,
    flow,
    mode,
    theme,
    side,
    heading,
    subtitle,
    color,
    placeholder,
    welcome,
    class: className,
  });
}

/** Loads the widget once for the whole page. */
function loadWidget(base: string): void {
  const src = `${base}/widget.js`;
  if (customElements.get('tendril-chat')) return;
  if ([...document.scripts].some((script) => script.src === src)) return;
  const script = document.createElement('script');
  script.type = 'module';
  script.src = src;
  document.head.append(script);
}
