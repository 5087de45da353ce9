/** Where a scale from 0 to `span` has its marks: four to ten round numbers. */
export function rulerTicks(span: number): number[] {
  if (!(span > 0)) return [0];
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step);
}
