import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  closeSnackbar,
  enqueueSnackbar,
  type NotificationOptions,
  useNotifier,
} from '../kit/state/notifier-store.ts';
import { Notifications } from './notifications.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  useNotifier.setState({ notifications: [], history: [] });
  render(<Notifications />);
});

afterEach(() => {
  act(() => closeSnackbar());
  pass(1000);
  cleanup();
  vi.useRealTimers();
});

const stepMs = 100;

// In steps: what one timer draws sets the next timer.
function pass(durationMs: number) {
  for (let at = 0; at < durationMs; at += stepMs) act(() => vi.advanceTimersByTime(stepMs));
}

const isThere = (message: string) => screen.queryByText(message) !== null;

function show(message: string, options: NotificationOptions = {}) {
  act(() => {
    enqueueSnackbar(message, { key: message, ...options });
  });
  pass(300);
}

it.each(['default', 'warning', 'error', 'info'] as const)(
  'NOTIFY-04, SP-40: a toast that is %s hides by itself after 5000 ms',
  (variant) => {
    show('hello', { variant });
    pass(4500);
    expect(isThere('hello')).toBe(true);
    pass(1200);
    expect(isThere('hello')).toBe(false);
    expect(useNotifier.getState().notifications).toEqual([]);
  },
);

it('NOTIFY-05, SP-40: a success toast hides by itself after 6 s', () => {
  show('done', { variant: 'success' });
  pass(5400);
  expect(isThere('done')).toBe(true);
  pass(1200);
  expect(isThere('done')).toBe(false);
});

it('NOTIFY-01, NOTIFY-02, SP-41: of four only three are shown and the oldest goes, even a persistent one, whose text stays in the history', () => {
  show('A', { persist: true });
  show('B');
  show('C');
  show('D');
  pass(600);
  expect(['A', 'B', 'C', 'D'].map(isThere)).toEqual([false, true, true, true]);
  expect(useNotifier.getState().history.map(({ message }) => message)).toEqual(['D', 'C', 'B', 'A']);
});

it('NOTIFY-06, NOTIFY-15, SP-40: a persistent toast stays until its close button is pressed', () => {
  show('stays', { persist: true, variant: 'error' });
  pass(60_000);
  expect(isThere('stays')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  pass(600);
  expect(isThere('stays')).toBe(false);
});

it('NOTIFY-07: a click elsewhere does not dismiss a toast', () => {
  show('here', { persist: true });
  fireEvent.mouseDown(document.body);
  fireEvent.click(document.body);
  pass(1000);
  expect(isThere('here')).toBe(true);
});

it('NOTIFY-10: after a pause half of the duration is left', () => {
  show('paused');
  const toast = screen.getByText('paused');
  fireEvent.mouseEnter(toast.closest('[data-toast]') ?? toast);
  pass(20_000);
  expect(isThere('paused')).toBe(true);
  fireEvent.mouseLeave(toast.closest('[data-toast]') ?? toast);
  pass(2300);
  expect(isThere('paused')).toBe(true);
  pass(900);
  expect(isThere('paused')).toBe(false);
});

it('NOTIFY-14: the five variants can be distinguished, each by a sign of its own', () => {
  const signs = (['default', 'success', 'warning', 'error', 'info'] as const).map((variant) => {
    show(variant, { variant });
    // The fourth comes once the first has gone.
    pass(600);
    const toast = document.querySelector(`[data-variant=${variant}]`);
    expect(toast).not.toBeNull();
    return (
      [...(toast?.children ?? [])].find(({ tagName }) => tagName.toLowerCase() === 'svg')?.innerHTML ?? 'none'
    );
  });
  expect(signs[0]).toBe('none');
  expect(new Set(signs).size).toBe(5);
});

it('NOTIFY-14: the style sheet gives each variant its own colour', async () => {
  const sheet = await readFile(join(import.meta.dirname, 'toast.module.css'), 'utf8');
  const tones = [...sheet.matchAll(/^\.(\w+) \{\s+--tone: var\((--[\w-]+)\);/gm)].map(([, name, tone]) => [
    name,
    tone,
  ]);
  expect(Object.fromEntries(tones)).toEqual({
    default: '--text-3',
    info: '--info',
    success: '--success',
    warning: '--warning',
    error: '--error',
  });
});

/** How long the toast takes for the movement it is in, as its style says. */
function movementOf(message: string): string | undefined {
  let at: HTMLElement | null = screen.getByText(message);
  while (at && !at.style.transition) at = at.parentElement;
  return /\d+ms/.exec(at?.style.transition ?? '')?.[0];
}

it('NOTIFY-12, NOTIFY-13: a toast comes in 225 ms and goes in 195 ms', () => {
  act(() => {
    enqueueSnackbar('moving', { key: 'moving' });
  });
  expect(movementOf('moving')).toBe('225ms');
  pass(1000);
  act(() => closeSnackbar('moving'));
  act(() => vi.advanceTimersByTime(1));
  expect(movementOf('moving')).toBe('195ms');
});
