import { EditorView } from '@codemirror/view';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { RichTextField } from './rich-text-field.tsx';

afterEach(cleanup);

const stored =
  '<p>Ask <span class="variable" data-type="mention" data-id="llm_0" data-label="llm_0">{{ llm_0 }}</span> </p>';

interface HeldProps {
  onChange: (value: string) => void;
  first?: string;
  isPlain?: boolean;
}

function Held({ onChange, first = stored, isPlain = false }: HeldProps) {
  const [value, setValue] = useState(first);
  return (
    <RichTextField
      label="Message"
      rows={2}
      isPlain={isPlain}
      value={value}
      variables={() => [{ name: 'llm_0', about: '', short: 'Writer' }]}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
    />
  );
}

async function shown(given: Omit<HeldProps, 'onChange'> = {}) {
  const values: string[] = [];
  render(<Held {...given} onChange={(value) => values.push(value)} />);
  const box = await screen.findByRole('textbox', { name: 'Message' });
  const view = EditorView.findFromDOM(box);
  if (!view) throw new Error('No editor');
  return { values, box, view };
}

it('a reference is a chip with the name of its step, and what is typed is stored as the editor did', async () => {
  const { values, box, view } = await shown();
  expect(box.textContent).toBe('Ask Writer ');
  expect(values).toEqual([]);
  view.dispatch({ changes: { from: view.state.doc.length, insert: '\nfor **more**' } });
  expect(values.at(-1)).toBe(`${stored}<p>for <strong>more</strong></p>`);
  view.dispatch({ changes: { from: view.state.doc.length - 13, to: view.state.doc.length } });
  expect(values.at(-1)).toBe(stored);
});

it('the buttons make words bold and lines a list', async () => {
  const { values, view } = await shown();
  view.dispatch({ selection: { anchor: 0, head: 3 } });
  fireEvent.click(screen.getByRole('button', { name: /^Bold/ }));
  expect(values.at(-1)).toBe(stored.replace('Ask', '<strong>Ask</strong>'));
  fireEvent.click(screen.getByRole('button', { name: 'List' }));
  expect(values.at(-1)).toMatch(/^<ul><li><p><strong>Ask<\/strong> <span/);
});

it('a plain text shows its references as chips too, and stays plain when it is edited', async () => {
  const { values, box, view } = await shown({ first: 'Ask {{ llm_0 }} **now**', isPlain: true });
  expect(box.textContent).toBe('Ask Writer **now**');
  expect(screen.queryByRole('button', { name: /^Bold/ })).toBeNull();
  view.dispatch({ changes: { from: view.state.doc.length, insert: ' & <b>' } });
  expect(values).toEqual(['Ask {{ llm_0 }} **now** & <b>']);
});
