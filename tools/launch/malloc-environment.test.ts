import { describe, expect, it } from 'vitest';
import { mallocEnvironment } from './malloc-environment.mjs';

describe('the memory of the server outside its heap', () => {
  it('is in two areas, and given back when a megabyte is free', () => {
    expect(mallocEnvironment({ PATH: '/bin' })).toEqual({
      PATH: '/bin',
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '1048576',
    });
  });

  it('is as the environment says it', () => {
    expect(mallocEnvironment({ MALLOC_ARENA_MAX: '8' })).toMatchObject({ MALLOC_ARENA_MAX: '8' });
    const tuned = { GLIBC_TUNABLES: 'glibc.malloc.arena_max=4' };
    expect(mallocEnvironment(tuned)).toEqual(tuned);
  });
});
