import { CircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { guideTexts } from '../texts/en/guides.ts';
import { useTexts } from '../texts/texts.ts';
import { HelpDrawer } from './help-drawer.tsx';
import { IconButton } from './icon-button.tsx';

/** The screens that explain themselves. */
export type GuideName =
  | 'stores'
  | 'store'
  | 'loader'
  | 'files'
  | 'chunks'
  | 'vector'
  | 'query'
  | 'measures'
  | 'gaps'
  | 'access'
  | 'sync'
  | 'calls'
  | 'call'
  | 'batches'
  | 'doNotCall'
  | 'replay'
  | 'simulations';

/** Opens what a screen is for, what to do first on it, and which limits it has. */
export function GuideButton({ of: name }: { of: GuideName }) {
  const t = useTexts(guideTexts);
  const [isOpen, setOpen] = useState(false);
  const title = t(`${name}_title`);
  return (
    <>
      <IconButton size="small" label={t('about', { title })} onClick={() => setOpen(true)}>
        <CircleQuestionMark size={18} />
      </IconButton>
      <HelpDrawer title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <section>
          <h3>{t('what')}</h3>
          <p>{t(`${name}_what`)}</p>
        </section>
        <section>
          <h3>{t('first')}</h3>
          <ol>
            {linesOf(t(`${name}_first`)).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </section>
        <section>
          <h3>{t('limits')}</h3>
          <ul>
            {linesOf(t(`${name}_limits`)).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      </HelpDrawer>
    </>
  );
}

const linesOf = (text: string) => text.split('\n');
