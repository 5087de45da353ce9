import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { defaultPath } from '../kit/state/session-store.ts';
import { pageTexts } from '../kit/texts/en/pages.ts';
import type { Texts } from '../kit/texts/texts.ts';
import { useTexts } from '../kit/texts/texts.ts';
import { PageHead } from '../kit/ui/page-head.tsx';
import styles from './title-page.module.css';

type PageKey = typeof pageTexts extends Texts<infer K> ? K : never;
type PageName = Exclude<PageKey, `${string}Help`>;

/** A page that has its title and one sentence of what belongs there. */
export function titlePage(name: PageName, place: 'shell' | 'full' = 'shell'): ComponentType {
  return function TitlePage() {
    const t = useTexts(pageTexts);
    const head = <PageHead title={t(name)} help={t(`${name}Help`)} />;
    if (place === 'shell') return head;
    return (
      <main className={styles['full']}>
        {head}
        <p className={styles['back']}>
          <Link to={defaultPath}>{t('flows')}</Link>
        </p>
      </main>
    );
  };
}
