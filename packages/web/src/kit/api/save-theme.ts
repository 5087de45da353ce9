import { readPreferences, savePreferences } from '@tendril/contract/api/auths';
import { hasChosenTheme, setDarkMode, toggleDarkMode, useDisplay } from '../state/display-store.ts';
import { readStoredUser } from '../state/session-store.ts';
import { call } from './call.ts';

/** Toggles the theme, here and, when somebody is signed in, in their preferences. */
export function switchTheme(): void {
  toggleDarkMode();
  if (readStoredUser()) saveTheme();
}

/**
 * After a sign-in: a theme chosen on the sign-in page is kept, else the person's own is applied, because a
 * sign-out clears what this browser remembered.
 */
export async function restoreTheme(): Promise<void> {
  if (hasChosenTheme()) return saveTheme();
  const kept = await call(readPreferences).catch(() => undefined);
  if (kept?.isDarkMode !== undefined) setDarkMode(kept.isDarkMode);
}

// The choice is already applied in this browser, so a failed save needs no message.
function saveTheme(): void {
  call(savePreferences, { body: { isDarkMode: useDisplay.getState().isDarkMode } }).catch(() => undefined);
}
