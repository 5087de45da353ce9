import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AnswerMarkdown } from './answer-markdown.tsx';
import { listSources } from './source-list.ts';

afterEach(cleanup);

const sources = listSources([
  { pageContent: 'Web.', metadata: { source: 'https://example.org/' } },
  { pageContent: 'Thirty days.', metadata: { source: 'faq.txt' } },
]);
const show = (text: string) => render(<AnswerMarkdown text={text} sources={sources} />).container;

it.each([
  '[x](javascript:alert(1))',
  '[x](data:text/html;base64,PHN2Zz4=)',
  '[x](vbscript:x)',
  '[x](//example.org)',
  '[x](/logout)',
])('%s is no link', (text) => {
  expect(show(text).querySelector('a')).toBeNull();
});

it('HTML in an answer is not HTML on the page', () => {
  const box = show(
    '<img src=x onerror="alert(1)"><script>alert(1)</script><b onclick="x">bold</b> <iframe></iframe>',
  );
  expect(box.querySelector('script, iframe, img, [onerror], [onclick]')).toBeNull();
});

it('web and mail links open outside and give nothing away', () => {
  const box = show('[a](https://example.org) [b](mailto:a@example.org)');
  const links = [...box.querySelectorAll('a')];
  expect(links.map(({ href }) => href)).toEqual(['https://example.org/', 'mailto:a@example.org']);
  for (const link of links) expect(link.rel).toBe('noopener noreferrer nofollow');
});

it('a picture is not loaded: it is a link with its name', () => {
  const box = show('![A map](https://example.org/map.png)');
  expect(box.querySelector('img')).toBeNull();
  expect(screen.getByRole('link', { name: 'Open image: A map' }).getAttribute('href')).toBe(
    'https://example.org/map.png',
  );
});

it('a citation opens its source: a link for a URL, the passage for a file; other brackets stay text', () => {
  const box = show('Yes [1], in `[2]` days [2], not [9].');
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.org/');
  fireEvent.click(screen.getByRole('button', { name: 'Source 2: Thirty days' }));
  expect(screen.getByRole('dialog').textContent).toContain('Thirty days.');
  expect(box.textContent).toContain('not [9].');
  expect(box.querySelector('code')?.textContent).toBe('[2]');
});

it('code has its own copy button', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  show('```js\nconst a = 1;\n```');
  fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(writeText).toHaveBeenCalledExactlyOnceWith('const a = 1;\n');
  vi.unstubAllGlobals();
});

it('tables and lists of GitHub Markdown are drawn', () => {
  const box = show('| a | b |\n|---|--:|\n| 1 | 2 |\n\n1. one\n2. two');
  expect(box.querySelectorAll('table td')).toHaveLength(2);
  expect(box.querySelectorAll('ol > li')).toHaveLength(2);
});

it('marks of sources that were not sent along are left out; what only looks like one stays', () => {
  const box = render(
    <AnswerMarkdown text={'We open at nine. [1] Read `a[1]` and list[2], [3][4].'} sources={[]} />,
  );
  expect(box.container.textContent).toBe('We open at nine. Read a[1] and list[2],.');
});

it('sentences that the sources do not bear out are marked, with a stop of the keyboard each and the reason', async () => {
  const claims = [
    { text: 'Its **founder** was Ada [2], who wrote `notes`.', reason: 'Nobody is named.' },
    { text: '| Rope | 12 |', reason: 'No prices.' },
    { text: 'It does not occur.', reason: 'Odd.' },
  ];
  const text =
    'It opens at nine [2]. Its **founder** was Ada [2], who wrote `notes`. And more.\n\n| Item | Price |\n| --- | --- |\n| Rope | 12 |';
  const { container } = render(<AnswerMarkdown text={text} sources={sources} unsupported={claims} />);
  const marks = [...container.querySelectorAll('mark')];
  expect(marks.map(({ textContent }) => textContent)).toEqual([
    'Its founder was Ada 2, who wrote notes.',
    'Rope',
    '12',
  ]);
  expect(marks.map(({ tabIndex }) => tabIndex)).toEqual([0, 0, -1]);
  expect(screen.getAllByRole('button', { name: /Source 2/ })).toHaveLength(2);
  expect(container.textContent).toContain(
    'It opens at nine 2. Its founder was Ada 2, who wrote notes. And more.',
  );
  fireEvent.mouseOver(marks[0] as HTMLElement);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Not found in the sources: Nobody is named.');
});
