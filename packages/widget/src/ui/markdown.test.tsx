import type { UnsupportedClaim } from '@tendril/contract/provider/answer';
import { render } from 'preact';
import { expect, it, vi } from 'vitest';
import type { Chat } from '../chat/chat.ts';
import { readWidgetLook } from '../chat/widget-look.ts';
import { readOptions } from '../element/read-options.ts';
import { Markdown } from './markdown.tsx';
import { sayWith, WidgetContext } from './widget-context.ts';

function draw(
  text: string,
  onCite: (number: number) => void = () => undefined,
  unsupported: readonly UnsupportedClaim[] = [],
): HTMLElement {
  const options = readOptions(document.createElement('div'), {});
  const chat = {} as Chat;
  const state = { entries: [], isRunning: false, hasSkippedLead: false };
  const look = readWidgetLook({}, '', 'light');
  const t = sayWith(options.texts);
  const place = document.createElement('div');
  render(
    <WidgetContext value={{ chat, state, settings: undefined, options, look, title: '', t }}>
      <Markdown text={text} sources={2} onCite={onCite} unsupported={unsupported} />
    </WidgetContext>,
    place,
  );
  return place;
}

it('what a model writes becomes elements and text, never HTML', () => {
  const place = draw('<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![y](https://a.example/y.png)');
  expect(place.querySelector('img, script')).toBeNull();
  expect(place.textContent).toContain('<img src=x onerror=alert(1)>');
  expect([...place.querySelectorAll('a')].map((link) => [link.href, link.rel])).toEqual([
    ['https://a.example/y.png', 'noopener noreferrer nofollow'],
  ]);
});

it('a citation stands with its word and the stop behind it, and leads to its source', () => {
  const onCite = vi.fn();
  const place = draw('Open at nine [1], closed at five [2].', onCite);
  expect(place.textContent).toBe('Open at nine 1, closed at five 2.');
  expect([...place.querySelectorAll('.together')].map(({ textContent }) => textContent)).toEqual([
    'nine 1,',
    'five 2.',
  ]);
  place.querySelector<HTMLElement>('.cite')?.click();
  expect(onCite).toHaveBeenCalledWith(1);
});

it('headings begin below the title of the chat and leave no level out', () => {
  const place = draw('## One\n\n#### Two\n\n## Three');
  expect([...place.querySelectorAll('h3, h4, h5, h6')].map(({ tagName }) => tagName)).toEqual([
    'H3',
    'H4',
    'H3',
  ]);
});

it('a sentence that the sources do not bear out is marked as one, with the reason, reachable by keyboard', () => {
  const place = draw(
    'Open at nine [1]. Its **founder** was Ada [2], a `poet`. More.\n\n- It rained.',
    undefined,
    [
      { text: 'Its **founder** was Ada [2], a `poet`.', reason: 'Nobody is named.' },
      { text: 'It rained.', reason: '' },
      { text: 'It is not there.', reason: 'Odd.' },
    ],
  );
  const marks = [...place.querySelectorAll('mark')];
  expect(marks.map(({ textContent, tabIndex }) => [textContent, tabIndex])).toEqual([
    ['Its founder was Ada 2, a poet.', 0],
    ['It rained.', 0],
  ]);
  const why = marks.map(
    (mark) => place.querySelector(`#${mark.getAttribute('aria-describedby')}`)?.textContent,
  );
  expect(why).toEqual(['Not found in the sources: Nobody is named.', 'Not found in the sources']);
});
