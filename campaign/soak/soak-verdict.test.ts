import { expect, it } from 'vitest';
import type { SoakSample } from './soak-sample.ts';
import { faultsOfSoak } from './soak-verdict.ts';

const minuteMs = 60_000;
const samplesOf = (sampleAt: (minute: number) => Partial<SoakSample>): SoakSample[] =>
  Array.from({ length: 121 }, (_, minute) => ({
    atMs: minute * minuteMs,
    memoryMb: 200,
    handles: 50,
    rows: {},
    ...sampleAt(minute),
  }));
const faultsOf = (sampleAt: (minute: number) => Partial<SoakSample>) =>
  faultsOfSoak(samplesOf(sampleAt), (table) => table === 'run');

it('a server whose memory only moves up and down while caches fill is well', () => {
  expect(
    faultsOf((minute) => ({ memoryMb: Math.min(200, 100 + minute * 4) + 10 * Math.sin(minute) })),
  ).toEqual([]);
});

it('memory, handles and rows that grow are each named', () => {
  expect(faultsOf((minute) => ({ memoryMb: 200 + minute }))).toEqual([
    expect.stringContaining('60 MB an hour'),
  ]);
  expect(faultsOf((minute) => ({ handles: 50 + minute }))).toEqual([
    expect.stringContaining('handles grow by 60'),
  ]);
  expect(faultsOf((minute) => ({ rows: { run: minute, job: minute } }))).toEqual(['job grows: 60 rows more']);
});

it('a run of a few looks has no verdict', () => {
  expect(faultsOfSoak(samplesOf(() => ({})).slice(0, 5), () => false)).toEqual(['too short for a verdict']);
});
