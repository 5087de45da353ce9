import { describe, expect, it } from 'vitest';
import { allCampaigns, type Planned } from './nightly.ts';
import { type Ended, isClean, runAll, summary } from './run-all.ts';

const made = (name: string): Planned => ({
  name,
  nightly: (seed) => [name, 'long', `${seed}`],
  short: (seed) => [name, 'short', `${seed}`],
});
const campaigns = ['one', 'two', 'three'].map(made);

describe('all campaigns', () => {
  it('are run in turn with one seed, and a table says what each has found', async () => {
    const ran: string[] = [];
    let now = 0;
    const outputs: Record<string, Ended> = {
      one: { isWell: true, lines: ['seed 7', '300 kills: 5 runs'] },
      two: { isWell: false, lines: ['10 requests, 2 faults', '  the first', '  the second', ''] },
      three: { isWell: true, lines: [] },
    };
    const findings = await runAll({
      ...{ campaigns, isShort: false, seed: 7, now: () => now },
      run: async (args) => {
        ran.push(args.join(' '));
        now += 90_000;
        return outputs[args[0] ?? ''] as Ended;
      },
    });
    expect(ran).toEqual(['one long 7', 'two long 7', 'three long 7']);
    expect(isClean(findings)).toBe(false);
    expect(summary(findings)).toEqual([
      'campaign  ended   faults  minutes  seed  counts',
      'one       well    0       1.5      7     300 kills: 5 runs',
      'two       FAULTS  2       1.5      7     10 requests, 2 faults',
      'three     well    0       1.5      7',
    ]);
  });

  it('go on after one that could not run, which is a fault', async () => {
    const findings = await runAll({
      ...{ campaigns, isShort: true, seed: 1 },
      run: async ([name, form]) => {
        if (name === 'two') throw new Error('no such program');
        return { isWell: true, lines: [form ?? ''] };
      },
    });
    expect(findings.map(({ outcome, faults, counts }) => [outcome, faults, counts])).toEqual([
      ['well', 0, 'short'],
      ['faults', 1, 'did not run: no such program'],
      ['well', 0, 'short'],
    ]);
  });

  it('end when their time is over: one is cut, the rest is not begun, and that alone is no fault', async () => {
    let now = 0;
    const findings = await runAll({
      ...{ campaigns, isShort: false, seed: 1, budgetMs: 50, now: () => now },
      run: async ([name], signal) => {
        if (name === 'two') {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          now += 50;
        }
        return { isWell: name !== 'two', lines: ['so far'] };
      },
    });
    expect(findings.map(({ outcome }) => outcome)).toEqual(['well', 'cut', 'left']);
    expect(isClean(findings)).toBe(true);
  });

  it('have names of their own, and each a long and a short form', () => {
    const names = allCampaigns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, nightly, short } of allCampaigns) {
      expect([name, nightly(7)]).not.toEqual([name, short(7)]);
      expect(short(7)[0]).toBe(nightly(7)[0]);
    }
  });
});
