import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { useNotifier } from '../state/notifier-store.ts';

// The tests of all files share one page: what one of them draws, stores or notifies must not reach the next.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  useNotifier.setState(useNotifier.getInitialState());
});
