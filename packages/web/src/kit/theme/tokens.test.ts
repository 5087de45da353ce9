import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

const [light = '', dark = ''] = css.split(':root[data-theme="dark"]');

function token(block: string, name: string): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1] ?? '';
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return reference ? token(light, reference) : value;
}

function channels(hex: string): [number, number, number] {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function hue(hex: string): number {
  const [red, green, blue] = channels(hex);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (most === red) return (((green - blue) / (most - least)) * 60 + 360) % 360;
  return most === green
    ? ((blue - red) / (most - least)) * 60 + 120
    : ((red - green) / (most - least)) * 60 + 240;
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(left: string, right: string): number {
  const [bright, dim] = [luminance(left), luminance(right)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

it('THEME-03: the primary colour is a green in both themes', () => {
  for (const block of [light, dark]) {
    expect(hue(token(block, 'primary'))).toBeGreaterThanOrEqual(90);
    expect(hue(token(block, 'primary'))).toBeLessThanOrEqual(170);
  }
});

it('THEME-01: words are readable on every surface in both themes', () => {
  const words = ['text', 'text-2', 'text-3', 'success', 'info', 'warning', 'error', 'link'];
  for (const block of [light, dark]) {
    for (const word of words) {
      for (const surface of ['page', 'paper']) {
        expect(
          contrast(token(block, word), token(block, surface)),
          `${word} on ${surface}`,
        ).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(contrast(token(block, 'on-primary'), token(block, 'primary'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token(block, 'selected-text'), token(block, 'selected-fill'))).toBeGreaterThanOrEqual(
      4.5,
    );
    expect(contrast(token(block, 'field-border'), token(block, 'paper'))).toBeGreaterThanOrEqual(3);
  }
});
