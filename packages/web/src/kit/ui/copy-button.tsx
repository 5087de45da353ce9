import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from './icon-button.tsx';

const shownForMs = 2000;

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
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
    <IconButton label={isCopied ? t('copied') : (label ?? t('copy'))} size="small" onClick={copy}>
      {isCopied ? <Check size={16} /> : <Copy size={16} />}
    </IconButton>
  );
}
