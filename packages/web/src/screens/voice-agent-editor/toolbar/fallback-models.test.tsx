import type { LlmOptionId } from '@tendril/contract/voice/llm-options';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FallbackModels } from './fallback-models.tsx';

afterEach(cleanup);

let chosen: readonly LlmOptionId[];

function Form({ given }: { given: LlmOptionId[] }) {
  const [value, setValue] = useState<readonly LlmOptionId[]>(given);
  chosen = value;
  return <FallbackModels model="gpt-4.1-mini" value={value} onChange={setValue} />;
}

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const offered = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map((option) => option.value);

it('up to three models stand in, in order, and none twice', () => {
  render(<Form given={[]} />);
  expect(screen.queryByLabelText('Second fallback model')).toBeNull();
  choose('Fallback model', 'gpt-4.1');
  choose('Second fallback model', 'gpt-4o');
  expect(offered('Third fallback model')).not.toContain('gpt-4.1');
  expect(offered('Third fallback model')).not.toContain('gpt-4.1-mini');
  choose('Third fallback model', 'gpt-4o-mini');
  expect(chosen).toEqual(['gpt-4.1', 'gpt-4o', 'gpt-4o-mini']);
});

it('those after one that is taken out move up, and are kept when another is changed', () => {
  render(<Form given={['gpt-4.1', 'gpt-4o', 'gpt-4o-mini']} />);
  choose('Fallback model', '');
  expect(chosen).toEqual(['gpt-4o', 'gpt-4o-mini']);
  choose('Fallback model', 'gpt-4.1');
  expect(chosen).toEqual(['gpt-4.1', 'gpt-4o-mini']);
});
