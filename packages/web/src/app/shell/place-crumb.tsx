import { Link, useLocation } from 'react-router';
import { usePageTitleStore } from '../../kit/state/page-title-store.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { findInMenu } from '../menu.ts';
import styles from './top-bar.module.css';

/** Section and page; of a page below another, the way back up and its own name; of one outside the menu, its name. */
export function PlaceCrumb() {
  const t = useTexts(shellTexts);
  const page = useTexts(pageTexts);
  const { pathname } = useLocation();
  const title = usePageTitleStore((shown) => (shown.path === pathname ? shown.title : ''));
  const place = findInMenu(pathname);
  if (!place)
    return title === '' ? null : (
      <p className={styles['crumb']}>
        <span className="visually-hidden">{t('crumb')}: </span>
        <strong>{title}</strong>
      </p>
    );
  const isBelow = pathname !== place.entry.path && title !== '' && title !== page(place.entry.name);
  return (
    <p className={styles['crumb']}>
      <span className="visually-hidden">{t('crumb')}: </span>
      <span>
        {isBelow ? <Link to={place.entry.path}>{page(place.entry.name)}</Link> : t(place.section.id)}
      </span>
      <span aria-hidden="true">/</span>
      <strong>{isBelow ? title : page(place.entry.name)}</strong>
    </p>
  );
}
