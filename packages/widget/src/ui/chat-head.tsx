import { IconButton } from './icon-button.tsx';
import { useWidget } from './widget-context.ts';

export interface ChatHeadProps {
  isDark: boolean;
  onDark: (() => void) | undefined;
  isLarge?: boolean;
  onLarge?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

/** The chat's title, and the actions for the chat as a whole. */
export function ChatHead({ isDark, onDark, isLarge = false, onLarge, onClose }: ChatHeadProps) {
  const { chat, state, settings, options, look, title, t } = useWidget();
  const subtitle = options.subtitle || settings?.subtitle;
  // A page of its own has no other headline.
  const Title = options.mode === 'page' ? 'h1' : 'h2';
  const avatar = settings?.avatar;
  return (
    <header class="head" style={look.head}>
      {avatar ? (
        <img class="avatar" src={avatar} alt="" />
      ) : (
        <span class="avatar" aria-hidden="true">
          {initialsOf(title)}
        </span>
      )}
      <div class="titles">
        <Title>{title}</Title>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {state.entries.length > 0 && (
        <IconButton icon="restart" label={t('restart')} onClick={() => chat.clear()} />
      )}
      {onDark && (
        <IconButton icon={isDark ? 'light' : 'dark'} label={t('dark')} isPressed={isDark} onClick={onDark} />
      )}
      {onLarge && (
        <IconButton
          icon={isLarge ? 'shrink' : 'enlarge'}
          label={t(isLarge ? 'shrink' : 'enlarge')}
          onClick={onLarge}
        />
      )}
      {onClose && <IconButton icon="close" label={t('close')} onClick={onClose} />}
    </header>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
