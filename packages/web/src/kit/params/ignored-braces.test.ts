import { describe, expect, it } from 'vitest';
import { markIgnoredBraces } from './ignored-braces.ts';

const ignored = (text: string) =>
  markIgnoredBraces(text).flatMap((part) => (part.isIgnored ? part.text : []));

describe('ignored braces', () => {
  it('CANVAS-10: braces with a colon are marked, places and references are not', () => {
    expect(ignored('{name} {a:b} {{question}} { "k": 1 } {{a:b}}')).toEqual(['{a:b}', '{ "k": 1 }']);
  });

  it('keeps the text as it is when its parts are put together', () => {
    const text = 'x {a:b}{c:d} {name}\n{e: f} end';
    expect(
      markIgnoredBraces(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
