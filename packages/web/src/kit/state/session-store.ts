import { type StoredUser, storedUser } from '@tendril/contract/api/auths';
import { create } from 'zustand';

/** The one key of the stored user. */
export const userKey = 'user';
/** Where a sign-in leads. */
export const defaultPath = '/chatflows';

interface Session {
  /** Null: not signed in. */
  user: StoredUser | null;
}

/** Who is signed in, according to the browser's storage. */
export const useSession = create<Session>(() => ({ user: readStoredUser() }));

// Another tab signed in or out.
window.addEventListener('storage', ({ key }) => {
  if (key === userKey || key === null) useSession.setState({ user: readStoredUser() });
});

/** The stored user; anything unreadable means nobody. */
export function readStoredUser(): StoredUser | null {
  try {
    const parsed = storedUser.safeParse(JSON.parse(localStorage.getItem(userKey) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Keeps name and email of the person who signed in. */
export function storeUser({ name, email }: StoredUser): void {
  localStorage.setItem(userKey, JSON.stringify({ name, email }));
  useSession.setState({ user: { name, email } });
}
