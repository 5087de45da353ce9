import { create } from 'zustand';
import { toMessage } from '../lib/to-message.ts';

/** Limits of the toasts. */
export const notifierLimits = {
  maxShown: 3,
  hideAfterMs: 5000,
  hideSuccessAfterMs: 6000,
  resumeShare: 0.5,
  enterMs: 225,
  exitMs: 195,
  maxHistory: 20,
} as const;

export type NotificationVariant = 'default' | 'success' | 'warning' | 'error' | 'info';
type NotificationKey = string | number;

/** Options of a toast. */
export interface NotificationOptions {
  key?: NotificationKey;
  variant?: NotificationVariant;
  /** Stays until it is closed. */
  persist?: boolean;
}

/** A toast in the queue: shown by the host, `dismissed` while it leaves. */
export interface Notification {
  key: NotificationKey;
  message: string;
  options: NotificationOptions;
  dismissed: boolean;
}

/** A toast that was shown, kept for the bell. */
interface PastNotification {
  key: NotificationKey;
  message: string;
  variant: NotificationVariant;
  at: number;
}

interface Notifier {
  notifications: Notification[];
  history: PastNotification[];
}

export const useNotifier = create<Notifier>(() => ({ notifications: [], history: [] }));

/** Queues a toast and answers its key: the one in the options, else time plus a random part. */
export function enqueueSnackbar(message: string, options: NotificationOptions = {}): NotificationKey {
  const key = options.key ?? Date.now() + Math.random();
  const past = { key, message, variant: options.variant ?? 'default', at: Date.now() };
  useNotifier.setState(({ notifications, history }) => ({
    notifications: [
      ...notifications.filter((item) => item.key !== key),
      { key, message, options, dismissed: false },
    ],
    history: [past, ...history].slice(0, notifierLimits.maxHistory),
  }));
  return key;
}

/** Dismisses one toast, or all when no key is given. */
export function closeSnackbar(key?: NotificationKey): void {
  useNotifier.setState(({ notifications }) => ({
    notifications: notifications.map((item) =>
      key === undefined || item.key === key ? { ...item, dismissed: true } : item,
    ),
  }));
}

/** Deletes a toast from the queue after it has left. */
export function removeSnackbar(key: NotificationKey): void {
  useNotifier.setState(({ notifications }) => ({
    notifications: notifications.filter((item) => item.key !== key),
  }));
}

/** Empties the list behind the bell. */
export function clearHistory(): void {
  useNotifier.setState({ history: [] });
}

/** A toast that leaves by itself. */
export function notify(message: string, variant: NotificationVariant = 'default'): NotificationKey {
  return enqueueSnackbar(message, { variant });
}

/** A failure as a toast that stays until it is closed. */
export function notifyError(thrown: unknown): NotificationKey {
  return enqueueSnackbar(toMessage(thrown), { variant: 'error', persist: true });
}
