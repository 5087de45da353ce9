import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import styles from './share-dialog.module.css';

interface CodeBlockProps {
  title: string;
  help?: string;
  code: string;
}

/** A sample under its title, with a button that copies it. */
export function CodeBlock({ title, help, code }: CodeBlockProps) {
  const t = useTexts(shareTexts);
  return (
    <section className={styles['sample']} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <CopyButton text={code} label={t('copyOf', { name: title })} />
      </header>
      {help && <p>{help}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by keyboard too */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </section>
  );
}
