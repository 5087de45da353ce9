import { englishTexts, type Texts } from '../texts/texts.ts';
import type { WidgetMode, WidgetOptions } from '../ui/widget-context.ts';

/** The attributes of the element; of a script tag the same with `data-` before them. */
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

/** Reads what a page has set on its tag; what is unknown counts as not set. */
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
