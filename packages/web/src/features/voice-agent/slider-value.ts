import type { SliderRange } from '@tendril/contract/voice/speech-ranges';

/** What a slider counts in; '' for plain shares. */
export type SliderUnit = 's' | 'min' | '';

const mostDecimals = 3;

function decimalsOf(step: number): number {
  return step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
}

/** A value as it is read: shares always with two decimals, seconds and minutes as short as they are. */
export function sliderText(value: number, { step }: SliderRange): string {
  const exact = String(Number(value.toFixed(mostDecimals)));
  if (step >= 0.1) return exact;
  const padded = value.toFixed(decimalsOf(step));
  return exact.length > padded.length ? exact : padded;
}

/** The same with its unit: "1.6 s". */
export function sliderTextWithUnit(value: number, range: SliderRange, unit: SliderUnit): string {
  const text = sliderText(value, range);
  return unit === '' ? text : `${text} ${unit}`;
}

/** The step nearest to a value, without floating-point rounding errors. */
export function toStep(value: number, { step }: SliderRange): number {
  return Number((Math.round(value / step) * step).toFixed(decimalsOf(step)));
}

/** A typed number that the slider could be set to; undefined for every other text. */
export function readSliderText(text: string, range: SliderRange): number | undefined {
  const typed = text.trim().replace(',', '.');
  if (!/^(\d+\.?\d*|\.\d+)$/.test(typed)) return undefined;
  const value = toStep(Number(typed), range);
  return value < range.min || value > range.max ? undefined : value;
}

/** On which side of the range a value lies. */
export function sideOf(value: number, { min, max }: SliderRange): 'below' | 'inside' | 'above' {
  if (value < min) return 'below';
  return value > max ? 'above' : 'inside';
}
