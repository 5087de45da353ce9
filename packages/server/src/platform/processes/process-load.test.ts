import { afterEach, describe, expect, it } from 'vitest';
import { createProcessLoad, type ProcessLoad } from './process-load.ts';

describe('the load of a process', () => {
  let load: ProcessLoad | undefined;
  afterEach(() => load?.close());
  const refusal = expect.objectContaining({ code: 'UNAVAILABLE', status: 503 });

  it('refuses new runs when its loop is late for three seconds in a row, and takes them again after', () => {
    load = createProcessLoad({ fullDelayMs: 50, runPlaces: 0, fullWaitMs: 100 });
    for (const delayMs of [80, 10, 80, 80]) load.sample(delayMs);
    expect(load.requireRoom()).toBeUndefined();
    load.sample(55);
    expect(() => load?.requireRoom()).toThrow(refusal);
    expect([load.isOverrun, load.value]).toEqual([false, 1.1]);
    load.sample(5);
    expect(load.requireRoom()).toBeUndefined();
  });

  it('refuses new runs when its queries wait for a connection for three seconds in a row', () => {
    load = createProcessLoad({ fullDelayMs: 0, runPlaces: 0, fullWaitMs: 100 });
    for (const waitMs of [90, 150, 120]) load.sample(0, waitMs);
    expect(load.requireRoom()).toBeUndefined();
    load.sample(0, 110);
    expect(() => load?.requireRoom()).toThrow(refusal);
    expect(load.value).toBe(1.1);
  });

  it('sends its requests elsewhere when it is far too full for five seconds', () => {
    load = createProcessLoad({ fullDelayMs: 50, runPlaces: 0, fullWaitMs: 100 });
    for (let index = 0; index < 4; index += 1) load.sample(70);
    expect(load.isOverrun).toBe(false);
    load.sample(70);
    expect(load.isOverrun).toBe(true);
  });

  it('refuses the run for which it has no place', () => {
    load = createProcessLoad({ fullDelayMs: 0, runPlaces: 2, fullWaitMs: 0 });
    let runs = 1;
    load.countRuns(() => runs);
    expect(load.requireRoom()).toBeUndefined();
    runs = 2;
    expect(() => load?.requireRoom()).toThrow(refusal);
  });

  it('serves who asks less than the others while one workspace fills it', () => {
    load = createProcessLoad({ fullDelayMs: 50, runPlaces: 0, fullWaitMs: 100 });
    for (let index = 0; index < 3; index += 1) load.sample(80);
    expect(load.requireRoom(() => 'below')).toBeUndefined();
    expect(() => load?.requireRoom(() => 'above')).toThrow(refusal);
    expect(() => load?.requireRoom(() => 'alone')).toThrow(refusal);
  });

  it('keeps the last places for those who ask less than the others, and none where nobody else asks', () => {
    load = createProcessLoad({ fullDelayMs: 0, runPlaces: 10, fullWaitMs: 0 });
    let runs = 8;
    load.countRuns(() => runs);
    expect(() => load?.requireRoom(() => 'above')).toThrow(refusal);
    expect(load.requireRoom(() => 'below')).toBeUndefined();
    expect(load.requireRoom(() => 'alone')).toBeUndefined();
    runs = 10;
    for (const standing of ['above', 'below', 'alone'] as const)
      expect(() => load?.requireRoom(() => standing)).toThrow(refusal);
  });

  it('is nothing that a server without these limits looks at', () => {
    load = createProcessLoad({ fullDelayMs: 0, runPlaces: 0, fullWaitMs: 0 });
    for (let index = 0; index < 5; index += 1) load.sample(1000);
    expect(load.requireRoom()).toBeUndefined();
    expect(load.isOverrun).toBe(false);
  });
});
