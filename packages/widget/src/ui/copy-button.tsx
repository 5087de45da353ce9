import { useState } from 'preact/hooks';
import { IconButton } from './icon-button.tsx';
import { useWidget } from './widget-context.ts';

/** Copies a text to the clipboard, and confirms it for as long as the pointer or the focus stays. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useWidget();
  const [isCopied, setCopied] = useState(false);
  // Pages without TLS have no clipboard.
  if (typeof navigator.clipboard?.writeText !== 'function') return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <IconButton
      class="copy"
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? t('copied') : label}
      size={16}
      onClick={() => void copy()}
      onLeave={() => setCopied(false)}
    />
  );
}
