import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { type CustomContentProps, SnackbarContent } from 'notistack';
import { closeSnackbar, type NotificationVariant } from '../kit/state/notifier-store.ts';
import { uiTexts } from '../kit/texts/en/ui.ts';
import { useTexts } from '../kit/texts/texts.ts';
import { IconButton } from '../kit/ui/icon-button.tsx';
import styles from './toast.module.css';

const icons: Record<NotificationVariant, LucideIcon | null> = {
  default: null,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
  info: Info,
};

/** One toast in the look of its variant, with a close button. */
export function Toast({
  id,
  message,
  variant,
  style,
  ref,
}: CustomContentProps & { ref?: React.Ref<HTMLDivElement> }) {
  const t = useTexts(uiTexts);
  const Icon = icons[variant];
  return (
    <SnackbarContent
      ref={ref}
      role="alert"
      style={style ?? {}}
      className={styles[variant] ?? ''}
      data-variant={variant}
    >
      {Icon && <Icon size={20} />}
      <span>{message}</span>
      <IconButton label={t('close')} size="small" onClick={() => closeSnackbar(id)}>
        <X size={16} />
      </IconButton>
    </SnackbarContent>
  );
}
