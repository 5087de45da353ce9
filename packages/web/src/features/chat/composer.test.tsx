import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Composer, type ComposerProps } from './composer.tsx';

afterEach(cleanup);

function show(given: Partial<ComposerProps> = {}) {
  const onAsk = vi.fn<(question: string) => void>();
  const onStop = vi.fn<() => void>();
  const props: ComposerProps = {
    look: 'panel',
    placeholder: 'Ask this flow',
    questions: [],
    isRunning: false,
    canAsk: true,
    onAsk,
    onStop,
    isOpen: true,
    field: createRef(),
    ...given,
  };
  render(<Composer {...props} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ask this flow' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  return { field, type, onAsk, onStop };
}

it('Enter sends the question and empties the field', () => {
  const { field, type, onAsk } = show();
  type('  Do you ship?  ');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('Do you ship?');
  expect(field.value).toBe('');
});

it('Shift Enter breaks the line, and Enter that ends a composed letter is left alone', () => {
  const { field, type, onAsk } = show();
  type('Do you');
  expect(fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })).toBe(true);
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(onAsk).not.toHaveBeenCalled();
});

it('nothing but blanks is not sent', () => {
  const { field, type, onAsk } = show();
  type('   ');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onAsk).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
});

it('while an answer is written Send is Stop, Esc stops too, and the next question can be typed but not sent', () => {
  const { field, type, onAsk, onStop } = show({ isRunning: true });
  type('And then?');
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.keyDown(field, { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(onAsk).not.toHaveBeenCalled();
  expect(onStop).toHaveBeenCalledTimes(2);
  expect(field.value).toBe('And then?');
});

it('↑ brings back earlier questions and ↓ what was being typed', () => {
  const { field, type } = show({ questions: ['one', 'two'] });
  type('draft');
  field.setSelectionRange(0, 0);
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(field.value).toBe('two');
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(field.value).toBe('one');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(field.value).toBe('draft');
});

it('inside a longer text ↑ only moves the cursor', () => {
  const { field, type } = show({ questions: ['one'] });
  type('two lines');
  field.setSelectionRange(4, 4);
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(field.value).toBe('two lines');
});
