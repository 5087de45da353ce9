import { describe, expect, it } from 'vitest';
import { fillReferences, pathsIn } from './agent-flow-references.ts';

const find = ([head]: readonly string[]) => (head === 'x' ? { value: 'a "b"' } : undefined);

describe('references of agent flows', () => {
  it.each([
    ['{{x}} and {{  x  }}', 'a "b" and a "b"'],
    ['{{ unknown }} {{ }} {{}} {x}', '{{ unknown }} {{ }} {{}} {x}'],
    ['{"said": "{{ x }}", "more": [{{ unknown }}, "\\"{{ x }}"]}', undefined],
  ])('are filled in %s', (text, filled) => {
    expect(fillReferences(text, find)).toBe(
      filled ?? '{"said": "a \\"b\\"", "more": [{{ unknown }}, "\\"a \\"b\\""]}',
    );
  });

  it('are read in long texts without a closing brace as fast as in others', () => {
    expect(pathsIn(`{{${' '.repeat(500_000)}`)).toEqual([]);
    expect(pathsIn(`{{ x${' y'.repeat(500_000)} }`)).toEqual([]);
    expect(pathsIn('{{ '.repeat(500_000))).toEqual([]);
  });

  it('are filled in JSON that holds very many of them', () => {
    const filled = fillReferences(`["${'{{ x }}'.repeat(200_000)}"]`, find) as string;
    expect(JSON.parse(filled)).toEqual(['a "b"'.repeat(200_000)]);
  });

  it('are refused where they would make a text too long', () => {
    const long = () => ({ value: 'x'.repeat(6_000_000) });
    expect(fillReferences('{{ x }}', long)).toHaveLength(6_000_000);
    expect(() => fillReferences('{{ x }}{{ x }}', long)).toThrow('longer than 10 million characters');
  });
});
