import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Chat } from '../chat/chat.ts';
import type { ChatState } from '../chat/chat-state.ts';
import type { WidgetLook } from '../chat/widget-look.ts';
import type { WidgetSettings } from '../chat/widget-settings.ts';
import { fill, type TextKey, type Texts } from '../texts/texts.ts';

export type WidgetMode = 'bubble' | 'panel' | 'page';

/** A page's settings for its chat; empty texts defer to the flow's own settings. */
export interface WidgetOptions {
  mode: WidgetMode;
  theme: 'light' | 'dark' | 'auto';
  side: 'left' | 'right';
  heading: string;
  subtitle: string;
  color: string;
  placeholder: string;
  welcome: string;
  texts: Texts;
}

/** What every part of the widget renders from. */
interface WidgetView {
  chat: Chat;
  state: ChatState;
  settings: WidgetSettings | undefined;
  options: WidgetOptions;
  look: WidgetLook;
  title: string;
  t: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;
}

const context = createContext<WidgetView | undefined>(undefined);

export const WidgetContext = context.Provider;

export function useWidget(): WidgetView {
  const view = useContext(context);
  if (!view) throw new Error('A part of the widget stands outside of it.');
  return view;
}

/** Sentences by their keys. */
export function sayWith(texts: Texts): WidgetView['t'] {
  return (key, values) => (values ? fill(texts[key], values) : texts[key]);
}
