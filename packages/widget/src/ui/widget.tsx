import { useMemo, useState } from 'preact/hooks';
import type { Chat } from '../chat/chat.ts';
import { readWidgetLook } from '../chat/widget-look.ts';
import { Bubble } from './bubble.tsx';
import { Frame } from './frame.tsx';
import { useChatState } from './use-chat-state.ts';
import { useMedia } from './use-media.ts';
import { sayWith, WidgetContext, type WidgetOptions } from './widget-context.ts';

interface WidgetProps {
  chat: Chat;
  options: WidgetOptions;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

const noConfig = {};

/** The whole widget in one of its three modes. */
export function Widget({ chat, options, isOpen, onOpen }: WidgetProps) {
  const state = useChatState(chat);
  const { settings } = state;
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  const [chosen, setChosen] = useState<'light' | 'dark'>();
  const theme = chosen ?? (options.theme === 'auto' ? (prefersDark ? 'dark' : 'light') : options.theme);
  const look = useMemo(
    () => readWidgetLook(settings?.look ?? noConfig, options.color, theme),
    [settings, options.color, theme],
  );
  const t = useMemo(() => sayWith(options.texts), [options.texts]);
  const title = options.heading || settings?.title || t('title');
  const view = { chat, state, settings, options, look, title, t };
  const isDark = theme === 'dark';
  const head = {
    isDark,
    // A page of its own has no other way to offer it.
    onDark: options.mode === 'page' ? () => setChosen(isDark ? 'light' : 'dark') : undefined,
  };
  return (
    <WidgetContext value={view}>
      <div class="root" data-theme={theme} data-mode={options.mode} style={look.root}>
        {options.mode === 'bubble' ? (
          <Bubble isOpen={isOpen} onOpen={onOpen} {...head} />
        ) : (
          <Frame key={options.mode} {...head} />
        )}
      </div>
    </WidgetContext>
  );
}
