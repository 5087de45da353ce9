import { notify } from '../state/notifier-store.ts';
import { errorTexts } from '../texts/en/errors.ts';
import { say } from '../texts/texts.ts';

const lastReloadKey = 'csrfReloadAt';
/** A server that keeps refusing must not reload the page for ever. */
const reloadPauseMs = 10_000;

/** Reloads the page after a CSRF_ERROR, at most once in ten seconds; then says so instead. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(lastReloadKey) ?? 0);
  if (Date.now() - last < reloadPauseMs) {
    notify(say(errorTexts, 'csrf'), 'error');
    return;
  }
  sessionStorage.setItem(lastReloadKey, String(Date.now()));
  window.location.reload();
}
