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

it('NOTIFY-04: a toast hides by itself after 5000 ms', () => {
  show('hello');
  pass(4500);
  expect(isThere('hello')).toBe(true);
  pass(1200);
  expect(isThere('hello')).toBe(false);
  expect(useNotifier.getState().notifications).toEqual([]);
});

it('NOTIFY-05: a success toast hides by itself after 6 s', () => {
  show('done', { variant: 'success' });
  pass(5400);
  expect(isThere('done')).toBe(true);
  pass(1200);
  expect(isThere('done')).toBe(false);
});

it('NOTIFY-01, NOTIFY-02: of four only three are shown and the oldest goes, even a persistent one', () => {
  show('A', { persist: true });
  show('B');
  show('C');
  show('D');
  pass(600);
  expect(['A', 'B', 'C', 'D'].map(isThere)).toEqual([false, true, true, true]);
});

it('NOTIFY-06, NOTIFY-15: a persistent toast stays until its close button is pressed', () => {
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

it('NOTIFY-14: the five variants are told apart', () => {
  for (const variant of ['default', 'success', 'warning'] as const) show(variant, { variant });
  const looks = [...document.querySelectorAll('[data-variant]')].map((toast) =>
    toast.getAttribute('data-variant'),
  );
  expect(new Set(looks)).toEqual(new Set(['default', 'success', 'warning']));
  for (const variant of ['error', 'info'] as const) show(variant, { variant });
  pass(600);
  expect(document.querySelector('[data-variant=error]')).not.toBeNull();
  expect(document.querySelector('[data-variant=info]')).not.toBeNull();
});
