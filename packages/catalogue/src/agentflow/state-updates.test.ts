import { describe, expect, it } from 'vitest';
import { stepResult } from './agent-flow-run.ts';
import { stateUpdates } from './state-updates.ts';

const result = stepResult('{"city":"Bern","list":[1,2]}', { found: { places: ['a', 'b'] }, count: 3 });

const updated = (value: unknown) => stateUpdates([{ key: 'it', value }], result)['it'];

describe('"Update Flow State"', () => {
  it('takes what the step says for {{ output }}, inside of other words too', () => {
    expect(updated('{{ output }}')).toBe(result.content);
    expect(updated(' {{output}}\n')).toBe(result.content);
    expect(updated('Found {{ output.count }} places')).toBe('Found 3 places');
  });

  it('follows a path into what the step gives, and keeps lists and numbers as they are', () => {
    expect(updated('{{ output.count }}')).toBe(3);
    expect(updated('{{ output.found.places }}')).toEqual(['a', 'b']);
    expect(updated('{{ output.found.places[1] }}')).toBe('b');
  });

  it('follows a path into JSON that the step says', () => {
    expect(updated('{{ output.city }}')).toBe('Bern');
  });

  it('takes nothing for a path that leads nowhere, and leaves rows without a key out', () => {
    expect(updated('{{ output.nothing }}')).toBe('');
    expect(updated('a {{ output.nothing }} b')).toBe('a  b');
    expect(stateUpdates([{ key: '', value: 'x' }, { value: 'y' }], result)).toEqual({});
  });

  it('ends a text that doubles in each round of a loop', () => {
    const long = stepResult('x'.repeat(6_000_000));
    expect(() => stateUpdates([{ key: 'it', value: '{{ output }}{{ output }}' }], long)).toThrow(
      'longer than 10 million characters',
    );
  });
});
