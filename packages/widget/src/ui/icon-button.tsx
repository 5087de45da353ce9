import { Icon, type IconName } from './icon.tsx';

export interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  size?: number;
  class?: string;
  isPressed?: boolean | undefined;
  isDisabled?: boolean;
  /** Pointer or focus has left. */
  onLeave?: () => void;
}

/** An icon button; its name is read out and shown on hover. */
export function IconButton({
  icon,
  label,
  onClick,
  size,
  isPressed,
  isDisabled,
  onLeave,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      class={`quiet-button ${rest.class ?? ''}`}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
      onMouseLeave={onLeave}
      onBlur={onLeave}
    >
      <Icon name={icon} {...(size !== undefined && { size })} />
    </button>
  );
}
