import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import styles from '../../kit/ui/help-drawer.module.css';
import { HelpDrawer } from '../../kit/ui/help-drawer.tsx';

const textExample = '{{$vars.greeting}}';
const codeExample = 'return $vars.greeting;';
const runtimeExample = 'TENDRIL_VAR_greeting';
const requestExample = '{\n  "question": "Hey",\n  "overrideConfig": { "vars": { "greeting": "Hello" } }\n}';

/** How variables are used, beside the list. */
export function HowToDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(variablesTexts);
  return (
    <HelpDrawer title={t('howTo')} isOpen={isOpen} onClose={onClose}>
      <Topic title={t('howToText')} text={t('howToTextHelp')} example={textExample} />
      <Topic title={t('howToCode')} text={t('howToCodeHelp')} example={codeExample} />
      <Topic title={t('howToStatic')} text={t('howToStaticHelp')} />
      <Topic title={t('howToRuntime')} text={t('howToRuntimeHelp')} example={runtimeExample} />
      <Topic title={t('howToSecret')} text={t('howToSecretHelp')} />
      <Topic title={t('howToOverride')} text={t('howToOverrideHelp')} example={requestExample} />
    </HelpDrawer>
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
