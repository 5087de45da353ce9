import { englishTexts, type Texts } from '../texts/texts.ts';
import type { WidgetMode, WidgetOptions } from '../ui/widget-context.ts';

/** The attributes of the element; on a script tag the same with the prefix `data-`. */
export const attributeNames = [
  'flow',
  'host',
  'mode',
  'theme',
  'side',
  'heading',
  'subtitle',
  'color',
  'placeholder',
  'welcome',
  'open',
] as const;

const modes: readonly string[] = ['bubble', 'panel', 'page'] satisfies WidgetMode[];

/** Parses a page's settings on its tag; unknown values count as not set. */
export function readOptions(element: Element, texts: Partial<Texts>): WidgetOptions {
  const read = (name: (typeof attributeNames)[number]) => element.getAttribute(name)?.trim() ?? '';
  const [mode, theme] = [read('mode'), read('theme')];
  return {
    mode: modes.includes(mode) ? (mode as WidgetMode) : 'bubble',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    side: read('side') === 'left' ? 'left' : 'right',
    heading: read('heading'),
    subtitle: read('subtitle'),
    color: read('color'),
    placeholder: read('placeholder'),
    welcome: read('welcome'),
    texts: { ...englishTexts, ...texts },
  };
}
