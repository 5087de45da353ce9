import { expect, it } from 'vitest';
import { contrastOf, fullHex, isColour, readableOn } from './colour.ts';

it('colours are #rgb or #rrggbb, nothing that could carry more than a colour', () => {
  expect(fullHex(' #AbC ')).toBe('#aabbcc');
  expect(fullHex('#0B7A49')).toBe('#0b7a49');
  for (const text of ['red', 'url(x)', '#12345', '#ggg', '', undefined])
    expect(fullHex(text)).toBeUndefined();
  expect(isColour('#fff;background:url(x)')).toBe(false);
});

it('a text colour that cannot be read gives way to dark or light', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21);
  expect(readableOn('#ffffff', '#0b7a49')).toBe('#0b7a49');
  expect(readableOn('#ffffff', '#eeeeee')).toBe('#040605');
  expect(readableOn('#040605', '#333333')).toBe('#ffffff');
  for (const background of ['#0b7a49', '#ffcc00', '#777777', '#ff0000', '#3b81f6']) {
    expect(contrastOf(background, readableOn(background)), background).toBeGreaterThanOrEqual(4.5);
  }
});
