import Dialog from '@mui/material/Dialog';
import { ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createAppTheme } from './app-theme.ts';

const theme = createAppTheme({ fontFamily: 'sans-serif', borderRadius: 8 });
const dialog = (isOpen: boolean) => (
  <ThemeProvider theme={theme}>
    <Dialog open={isOpen}>Rename</Dialog>
  </ThemeProvider>
);

/** What the system answers to whether somebody wants less motion. */
function playPreference(isReduced: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: isReduced }) as MediaQueryList,
  );
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  [true, 'gone at once for who wants less motion'],
  [false, 'still fading out for everybody else'],
])('a dialog that is closed (less motion: %s) is %s', async (isReduced) => {
  playPreference(isReduced);
  vi.useFakeTimers();
  const { rerender } = render(dialog(true));
  expect(screen.getByRole('dialog').textContent).toBe('Rename');
  rerender(dialog(false));
  await vi.advanceTimersByTimeAsync(20);
  expect(screen.queryAllByRole('dialog', { hidden: true })).toHaveLength(isReduced ? 0 : 1);
});
