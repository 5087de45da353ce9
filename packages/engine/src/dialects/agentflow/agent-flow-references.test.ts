import { describe, expect, it } from 'vitest';
import { fillReferences, hasReference } from './agent-flow-references.ts';

const find = ([head]: readonly string[]) => (head === 'x' ? { value: 'a "b"' } : undefined);

describe('references of agent flows', () => {
  it.each([
    ['{{x}} and {{  x  }}', 'a "b" and a "b"'],
    ['{{ unknown }} {{ }} {{}} {x}', '{{ unknown }} {{ }} {{}} {x}'],
    ['{"said": "{{ x }}", "more": [{{ unknown }}, "\\"{{ x }}"]}', undefined],
  ])('are filled in %s', async (text, filled) => {
    expect(await fillReferences(text, find)).toBe(
      filled ?? '{"said": "a \\"b\\"", "more": [{{ unknown }}, "\\"a \\"b\\""]}',
    );
  });

  it('are looked for in long texts without a closing brace as fast as in others', async () => {
    for (const text of [`{{${' '.repeat(500_000)}`, `{{ x${' y'.repeat(500_000)} }`, '{{ '.repeat(500_000)]) {
      expect(hasReference(text)).toBe(false);
      expect(await fillReferences(text, find)).toBe(text);
    }
  });

  it('are filled in turns, so that a text with very many holds up nobody', async () => {
    let [turns, isOver] = [0, false];
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const filled = await fillReferences({ texts: ['{{ x }}'.repeat(300_000)] }, find);
    isOver = true;
    expect(filled).toEqual({ texts: ['a "b"'.repeat(300_000)] });
    expect(turns).toBeGreaterThan(100);
  });

  it('are filled in JSON that holds very many of them', async () => {
    const filled = await fillReferences(`["${'{{ x }}'.repeat(200_000)}"]`, find);
    expect(JSON.parse(String(filled))).toEqual(['a "b"'.repeat(200_000)]);
  });

  it('are refused where they would make a text too long', async () => {
    const long = () => ({ value: 'x'.repeat(6_000_000) });
    expect(await fillReferences('{{ x }}', long)).toHaveLength(6_000_000);
    await expect(fillReferences('{{ x }}{{ x }}', long)).rejects.toThrow('longer than 10 million characters');
  });
});
