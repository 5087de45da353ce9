import { BookOpenText, FileUp, Globe, type LucideIcon } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { CardSection } from '../../../kit/ui/card-section.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { FolderButton } from '../folder/folder-button.tsx';
import { isPageAddress } from '../source-settings.ts';
import type { SourceIntake } from '../use-source-intake.ts';
import styles from './first-store.module.css';

/** The empty state of the knowledge bases: three ways to create one. */
export function FirstStore({ intake }: { intake: SourceIntake }) {
  const t = useTexts(knowledgeTexts);
  const isBusy = intake.progress !== null;
  return (
    <CardSection title={t('emptyTitle')} help={t('emptyHelp')} least={300}>
      <Way Icon={FileUp} title={t('filesTitle')} text={t('filesText')}>
        <ChooseFiles isBusy={isBusy} onFiles={(files) => void intake.takeFiles(files)} />
        <FolderButton
          isFullWidth
          look="quiet"
          isBusy={isBusy}
          onFolder={(dropped) => void intake.takeDropped(dropped)}
        />
      </Way>
      <Way Icon={Globe} title={t('urlTitle')} text={t('urlText')}>
        <AddressForm isBusy={isBusy} onAddress={(address) => void intake.takeAddress(address)} />
      </Way>
      <Way Icon={BookOpenText} title={t('sampleTitle')} text={t('sampleText')}>
        <Button look="primary" isFullWidth isBusy={isBusy} onClick={() => void intake.takeSample()}>
          {t('sampleAct')}
        </Button>
      </Way>
    </CardSection>
  );
}

interface WayProps {
  Icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

function Way({ Icon, title, text, children }: WayProps) {
  return (
    <article className={styles['card']}>
      <span className={styles['icon']}>
        <Icon size={22} />
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
      <div className={styles['act']}>{children}</div>
    </article>
  );
}

function ChooseFiles({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: readonly File[]) => void }) {
  const t = useTexts(knowledgeTexts);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button isFullWidth isBusy={isBusy} onClick={() => picker.current?.click()}>
        {t('filesAct')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        aria-label={t('filesAct')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
    </>
  );
}

function AddressForm({ isBusy, onAddress }: { isBusy: boolean; onAddress: (address: string) => void }) {
  const t = useTexts(knowledgeTexts);
  const [address, setAddress] = useState('');
  const [isBad, setBad] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBad(!isPageAddress(address));
    if (isPageAddress(address) && !isBusy) onAddress(address);
  };
  return (
    <form noValidate onSubmit={submit} className={styles['form']}>
      <TextField
        label={t('urlLabel')}
        type="url"
        placeholder="https://"
        value={address}
        error={isBad ? t('urlBad') : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button type="submit" isFullWidth isBusy={isBusy}>
        {t('urlAct')}
      </Button>
    </form>
  );
}
