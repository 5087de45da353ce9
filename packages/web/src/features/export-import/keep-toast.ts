import { notify } from '../../kit/state/notifier-store.ts';

const key = 'toastAfterReload';

/** Shows a success again after the reload that would wipe it. */
export function keepToast(message: string): void {
  sessionStorage.setItem(key, message);
}

/** Shows what was kept, once. */
export function showKeptToast(): void {
  const message = sessionStorage.getItem(key);
  if (message === null) return;
  sessionStorage.removeItem(key);
  notify(message, 'success');
}
