import { expect, it } from 'vitest';
import { htmlText } from './html-text.ts';

it('gives the words of a page, blocks on lines of their own, scripts and styles left out', () => {
  const page = `<!doctype html><html><head><title>Tides</title><style>p { color: red }</style></head>
    <body><script>alert("x")</script><h1>High &amp; low</h1><p>At <b>nine</b>,
    or&nbsp;later.</p><!-- not this --><ul><li>one</li><li>two</li></ul></body></html>`;
  expect(htmlText(page).split('\n').filter(Boolean)).toEqual([
    'Tides',
    'High & low',
    'At nine, or later.',
    'one',
    'two',
  ]);
});

it.each(['a < b and b > c', 'x <', '<', '<!--', '<script>', '&#0;&#xd800;&bogus;', '<a <b <c'])(
  'P-06: survives %j',
  (page) => {
    expect(typeof htmlText(page)).toBe('string');
  },
);

it('ATK-023: reads a page of a million brackets at once', () => {
  const start = performance.now();
  htmlText('<'.repeat(1_000_000));
  htmlText('<script>'.repeat(100_000));
  htmlText(`<p ${'a="'.repeat(200_000)}`);
  expect(performance.now() - start).toBeLessThan(2000);
});
