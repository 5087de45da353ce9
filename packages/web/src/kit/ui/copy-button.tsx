import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton, type IconButtonProps } from './icon-button.tsx';

const shownForMs = 2000;

interface CopyButtonProps extends Pick<IconButtonProps, 'tabIndex'> {
  text: string;
  label?: string;
  /** Its column in a grid of buttons. */
  'data-column'?: string;
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const t = useTexts(uiTexts);
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <IconButton label={isCopied ? t('copied') : (label ?? t('copy'))} size="small" {...rest} onClick={copy}>
      {isCopied ? <Check size={16} /> : <Copy size={16} />}
    </IconButton>
  );
}
