import Drawer from '@mui/material/Drawer';
import { X } from 'lucide-react';
import { useId } from 'react';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './how-to-drawer.module.css';

const textExample = '{{$vars.greeting}}';
const codeExample = 'return $vars.greeting;';
const runtimeExample = 'TENDRIL_VAR_greeting';
const requestExample = '{\n  "question": "Hey",\n  "overrideConfig": { "vars": { "greeting": "Hello" } }\n}';

/** How variables are used, beside the list. */
export function HowToDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(variablesTexts);
  const ui = useTexts(uiTexts);
  const id = useId();
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { className: styles['paper'] ?? '', role: 'dialog', 'aria-labelledby': id } }}
    >
      <header className={styles['head']}>
        <h2 id={id}>{t('howTo')}</h2>
        <IconButton label={ui('close')} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </header>
      <div className={styles['body']}>
        <Topic title={t('howToText')} text={t('howToTextHelp')} example={textExample} />
        <Topic title={t('howToCode')} text={t('howToCodeHelp')} example={codeExample} />
        <Topic title={t('howToStatic')} text={t('howToStaticHelp')} />
        <Topic title={t('howToRuntime')} text={t('howToRuntimeHelp')} example={runtimeExample} />
        <Topic title={t('howToSecret')} text={t('howToSecretHelp')} />
        <Topic title={t('howToOverride')} text={t('howToOverrideHelp')} example={requestExample} />
      </div>
    </Drawer>
  );
}

function Topic({ title, text, example }: { title: string; text: string; example?: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <p>{text}</p>
      {example && (
        <div className={styles['example']}>
          <code>{example}</code>
          <CopyButton text={example} />
        </div>
      )}
    </section>
  );
}
