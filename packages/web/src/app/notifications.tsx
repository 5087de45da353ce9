import {
  closeSnackbar as closeToast,
  type SnackbarKey,
  SnackbarProvider,
  type SnackbarProviderProps,
  enqueueSnackbar as showToast,
} from 'notistack';
import { useEffect } from 'react';
import {
  type Notification,
  notifierLimits,
  removeSnackbar,
  useNotifier,
} from '../kit/state/notifier-store.ts';
import styles from './toast.module.css';
import { Toast } from './toast.tsx';
import { watchToastFloor } from './toast-floor.ts';

const variants = { default: Toast, success: Toast, warning: Toast, error: Toast, info: Toast };

const settings = {
  maxSnack: notifierLimits.maxShown,
  autoHideDuration: notifierLimits.hideAfterMs,
  anchorOrigin: { vertical: 'bottom', horizontal: 'left' },
  classes: { containerRoot: styles['container'] ?? '' },
  transitionDuration: { enter: notifierLimits.enterMs, exit: notifierLimits.exitMs },
  Components: variants as unknown as NonNullable<SnackbarProviderProps['Components']>,
} satisfies SnackbarProviderProps;

/** Shows the queued toasts at the bottom left, at most three at once. */
export function Notifications() {
  useEffect(() => {
    const shown: SnackbarKey[] = [];
    const sync = () => {
      for (const item of useNotifier.getState().notifications) showOrHide(item, shown);
    };
    sync();
    return useNotifier.subscribe(sync);
  }, []);
  const isShown = useNotifier((state) => state.notifications.length > 0);
  useEffect(() => (isShown ? watchToastFloor() : undefined), [isShown]);
  return <SnackbarProvider {...settings} />;
}

function showOrHide({ key, message, options, dismissed }: Notification, shown: SnackbarKey[]): void {
  if (dismissed) closeToast(key);
  if (dismissed || shown.includes(key)) return;
  // The library would spare persistent ones; here the oldest goes whatever it is.
  const oldest =
    shown.length >= notifierLimits.maxShown ? shown[shown.length - notifierLimits.maxShown] : undefined;
  if (oldest !== undefined) closeToast(oldest);
  shown.push(key);
  const variant = options.variant ?? 'default';
  const hideAfterMs = variant === 'success' ? notifierLimits.hideSuccessAfterMs : notifierLimits.hideAfterMs;
  showToast({
    key,
    message,
    variant,
    persist: options.persist ?? false,
    autoHideDuration: hideAfterMs,
    SnackbarProps: { 'data-toast': String(key) } as object,
    onExited: () => {
      shown.splice(shown.indexOf(key), 1);
      removeSnackbar(key);
    },
  });
}
